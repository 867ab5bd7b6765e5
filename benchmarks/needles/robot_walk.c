/* A robot takes forty steps to the compass points; the far corner of its room has no floor. */
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int x = 0;
  int y = 0;

  for (int i = 0; i < 40; i++) {
    switch (__VERIFIER_nondet_uchar() & 3) {
    case 0:
      x++;
      break;
    case 1:
      y++;
      break;
    case 2:
      x--;
      break;
    case 3:
      y--;
      break;
    }
  }
  assert(x != 20 || y != 20);
  return 0;
}
