/* ISBN-10: only a check character of ten, written X, goes through the conversion that loses it. */
#include <assert.h>

extern char __VERIFIER_nondet_char(void);

/* The value of the ten characters, or -1 if one of them does not belong there. */
static int weighted_sum(const char *text) {
  int sum = 0;
  for (int i = 0; i < 10; i++) {
    int value;
    if (text[i] >= '0' && text[i] <= '9') {
      value = text[i] - '0';
    } else if (text[i] == 'X' && i == 9) {
      value = 10;
    } else {
      return -1;
    }
    sum += (10 - i) * value;
  }
  return sum;
}

int main(void) {
  char isbn[11];
  for (int i = 0; i < 10; i++) {
    isbn[i] = __VERIFIER_nondet_char();
  }
  isbn[10] = '\0';

  int sum = weighted_sum(isbn);
  if (sum < 0 || sum % 11 != 0) {
    return 0;
  }
  assert(isbn[9] != 'X');
  return 0;
}
