/* A square of nine bytes holding each of the numbers one to nine, with equal rows, columns and diagonals. */
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static int is_magic(const int *s) {
  int seen = 0;
  for (int i = 0; i < 9; i++) {
    if (s[i] < 1 || s[i] > 9) {
      return 0;
    }
    seen |= 1 << s[i];
  }
  if (seen != 0x3FE) {
    return 0;
  }
  for (int i = 0; i < 3; i++) {
    if (s[3 * i] + s[3 * i + 1] + s[3 * i + 2] != 15) {
      return 0;
    }
    if (s[i] + s[i + 3] + s[i + 6] != 15) {
      return 0;
    }
  }
  return s[0] + s[4] + s[8] == 15 && s[2] + s[4] + s[6] == 15;
}

int main(void) {
  int square[9];
  for (int i = 0; i < 9; i++) {
    square[i] = __VERIFIER_nondet_uchar();
  }
  assert(!is_magic(square));
  return 0;
}
