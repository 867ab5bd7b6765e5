/* Sixteen officers of four ranks and four regiments in a square: each once in every row and column, no pair twice. */
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

enum { SIZE = 4 };

int main(void) {
  int rank_in_row[SIZE] = {0}, rank_in_column[SIZE] = {0};
  int regiment_in_row[SIZE] = {0}, regiment_in_column[SIZE] = {0};
  int pairs = 0;

  for (int row = 0; row < SIZE; row++) {
    for (int column = 0; column < SIZE; column++) {
      int officer = __VERIFIER_nondet_uchar() & 15;
      int rank = 1 << (officer >> 2);
      int regiment = 1 << (officer & 3);
      rank_in_row[row] |= rank;
      rank_in_column[column] |= rank;
      regiment_in_row[row] |= regiment;
      regiment_in_column[column] |= regiment;
      pairs |= 1 << officer;
    }
  }
  int complete = pairs == 0xFFFF;
  for (int i = 0; i < SIZE; i++) {
    complete = complete && rank_in_row[i] == 15 && rank_in_column[i] == 15;
    complete = complete && regiment_in_row[i] == 15 && regiment_in_column[i] == 15;
  }
  assert(!complete);
  return 0;
}
