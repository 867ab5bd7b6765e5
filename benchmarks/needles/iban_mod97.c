/* An account number in the style of an IBAN: country, two check digits, ten digits, remainder one by 97. */
#include <assert.h>

extern char __VERIFIER_nondet_char(void);

static int remainder97(const char *text) {
  /* Country and check digits go to the end; letters count from ten. */
  int r = 0;
  for (int i = 0; i < 14; i++) {
    char c = text[(i + 4) % 14];
    if (c >= '0' && c <= '9') {
      r = (r * 10 + (c - '0')) % 97;
    } else if (c >= 'A' && c <= 'Z') {
      r = (r * 100 + (c - 'A' + 10)) % 97;
    } else {
      return -1;
    }
  }
  return r;
}

int main(void) {
  char account[14];
  for (int i = 0; i < 14; i++) {
    account[i] = __VERIFIER_nondet_char();
  }

  if (remainder97(account) != 1) {
    return 0;
  }
  assert(account[0] != 'N' || account[1] != 'L');
  return 0;
}
