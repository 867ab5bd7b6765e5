/* Two jugs without marks, a tap and a drain: measure exactly one of the amounts that take longest. */
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
enum { BIG = 31, SMALL = 17, MOVES = 50 };
int main(void) {
  int big = 0, small = 0;
  for (int i = 0; i < MOVES && big != 9; i++) {
    int room;
    switch (__VERIFIER_nondet_uchar() % 6) {
    case 0: big = BIG; break;
    case 1: small = SMALL; break;
    case 2: big = 0; break;
    case 3: small = 0; break;
    case 4:
      room = BIG - big;
      if (room > small) room = small;
      big += room, small -= room;
      break;
    case 5:
      room = SMALL - small;
      if (room > big) room = big;
      small += room, big -= room;
      break;
    }
  }
  assert(big != 9);
  return 0;
}
