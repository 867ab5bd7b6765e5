/* A lock with a code of thirteen digits; a wrong digit starts over, and sixteen digits are allowed. */
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

enum { CODE = 13, ALLOWED = 16 };

static const unsigned char code[CODE] = {2, 7, 1, 8, 2, 8, 1, 8, 2, 8, 4, 5, 9};

int main(void) {
  int matched = 0;

  for (int i = 0; i < ALLOWED && matched < CODE; i++) {
    int digit = __VERIFIER_nondet_uchar() % 10;
    if (digit == code[matched]) {
      matched++;
    } else if (digit == code[0]) {
      matched = 1;
    } else {
      matched = 0;
    }
  }
  assert(matched < CODE);
  return 0;
}
