/* Card numbers: a valid number of the test range whose account digits are all the same is refused too late. */
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

enum { LENGTH = 16 };

static int luhn_sum(const unsigned char *digits) {
  int sum = 0;
  for (int i = 0; i < LENGTH; i++) {
    int d = digits[i];
    if (i % 2 == 0) {
      d *= 2;
      if (d > 9) {
        d -= 9;
      }
    }
    sum += d;
  }
  return sum;
}

static int has_prefix(const unsigned char *digits) {
  static const unsigned char prefix[4] = {4, 5, 3, 9};
  for (int i = 0; i < 4; i++) {
    if (digits[i] != prefix[i]) {
      return 0;
    }
  }
  return 1;
}

int main(void) {
  unsigned char digits[LENGTH];
  for (int i = 0; i < LENGTH; i++) {
    digits[i] = __VERIFIER_nondet_uchar() % 10;
  }
  if (!has_prefix(digits) || luhn_sum(digits) % 10 != 0) {
    return 0;
  }
  int different = 0;
  for (int i = 5; i < LENGTH - 1; i++) {
    different += digits[i] != digits[4];
  }
  assert(different > 0);
  return 0;
}
