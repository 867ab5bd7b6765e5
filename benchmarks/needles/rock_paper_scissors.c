/* Thirty rounds against an opponent that answers the last hand; the score table does not expect a clean sweep. */
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

enum hand { ROCK, PAPER, SCISSORS };

static int beats(int a, int b) {
  return a == (b + 1) % 3;
}

int main(void) {
  int opponent = SCISSORS;
  int last = ROCK;
  int wins = 0;

  for (int round = 0; round < 30; round++) {
    int hand = __VERIFIER_nondet_uchar() % 3;
    if (beats(hand, opponent)) {
      wins++;
    }
    /* It plays what would have beaten the hand before the last one, or the last one in odd rounds. */
    opponent = (round % 2 ? hand + 1 : last + 1) % 3;
    last = hand;
  }
  assert(wins < 30);
  return 0;
}
