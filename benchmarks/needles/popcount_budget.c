/* Counting the set bits of a word, one round for each: the time budget is 61 rounds. */
#include <assert.h>

extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
  unsigned long word = __VERIFIER_nondet_ulong();
  int rounds = 0;

  while (word != 0) {
    word &= word - 1;
    rounds++;
  }
  assert(rounds <= 61);
  return 0;
}
