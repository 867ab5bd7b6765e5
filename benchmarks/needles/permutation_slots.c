/* A deal of 32 cards drawn with replacement: the statistics divide by the number of cards that came twice. */
#include <stdio.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

enum { CARDS = 32 };

int main(void) {
  int seen[CARDS] = {0};
  for (int i = 0; i < CARDS; i++) {
    seen[__VERIFIER_nondet_uchar() % CARDS]++;
  }

  int repeats = 0;
  for (int i = 0; i < CARDS; i++) {
    if (seen[i] > 1) {
      repeats += seen[i] - 1;
    }
  }
  int share = 100 * CARDS / repeats;
  printf("%d\n", share);
  return 0;
}
