/* Seven by seven lamps, all on: a button turns over its lamp and the neighbours. Which buttons turn all off? */
#include <assert.h>

extern unsigned long __VERIFIER_nondet_ulong(void);

enum { SIZE = 7 };

static unsigned long lamp(int row, int column) {
  if (row < 0 || row >= SIZE || column < 0 || column >= SIZE) {
    return 0;
  }
  return 1UL << (row * SIZE + column);
}

int main(void) {
  unsigned long all = (1UL << SIZE * SIZE) - 1;
  unsigned long buttons = __VERIFIER_nondet_ulong() & all;
  unsigned long lamps = all;

  for (int row = 0; row < SIZE; row++) {
    for (int column = 0; column < SIZE; column++) {
      if (buttons & lamp(row, column)) {
        lamps ^= lamp(row, column);
        lamps ^= lamp(row - 1, column) ^ lamp(row + 1, column);
        lamps ^= lamp(row, column - 1) ^ lamp(row, column + 1);
      }
    }
  }
  assert(lamps != 0);
  return 0;
}
