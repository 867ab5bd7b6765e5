/* Sixteen queens, one in each column: a placement without attacks is taken for an empty board. */
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

enum { SIZE = 16 };

static int attacks(const int *row) {
  int count = 0;
  for (int i = 0; i < SIZE; i++) {
    for (int j = i + 1; j < SIZE; j++) {
      int apart = row[i] - row[j];
      if (apart == 0 || apart == j - i || apart == i - j) {
        count++;
      }
    }
  }
  return count;
}

int main(void) {
  int row[SIZE];
  for (int i = 0; i < SIZE; i++) {
    row[i] = __VERIFIER_nondet_uchar() & (SIZE - 1);
  }
  assert(attacks(row) != 0);
  return 0;
}
