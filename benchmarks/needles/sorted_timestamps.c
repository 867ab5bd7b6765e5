/* A log of sixteen time stamps: the merge step forgets the case that nothing has to be moved. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum { ENTRIES = 16 };

int main(void) {
  int stamp[ENTRIES];
  for (int i = 0; i < ENTRIES; i++) {
    stamp[i] = __VERIFIER_nondet_int();
  }

  int moves = 0;
  for (int i = 1; i < ENTRIES; i++) {
    int key = stamp[i];
    int j = i;
    while (j > 0 && stamp[j - 1] >= key) {
      stamp[j] = stamp[j - 1];
      j--;
      moves++;
    }
    stamp[j] = key;
  }
  assert(moves > 0);
  return 0;
}
