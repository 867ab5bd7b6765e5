/* Four discs, three pegs, fifteen moves: illegal moves are ignored, and the last peg must not fill up. */
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

enum { DISCS = 4, MOVES = 15 };

static const struct {
  int from, to;
} moves[6] = {{0, 1}, {0, 2}, {1, 0}, {1, 2}, {2, 0}, {2, 1}};

/* The smallest disc on a peg, or DISCS if there is none. */
static int top(const int *peg_of, int peg) {
  int disc = 0;
  while (disc < DISCS && peg_of[disc] != peg) {
    disc++;
  }
  return disc;
}

int main(void) {
  int peg_of[DISCS] = {0, 0, 0, 0};

  for (int i = 0; i < MOVES; i++) {
    int move = __VERIFIER_nondet_uchar() % 6;
    int disc = top(peg_of, moves[move].from);
    if (disc < top(peg_of, moves[move].to)) {
      peg_of[disc] = moves[move].to;
    }
  }
  int there = 0;
  for (int disc = 0; disc < DISCS; disc++) {
    there += peg_of[disc] == 2;
  }
  assert(there < DISCS);
  return 0;
}
