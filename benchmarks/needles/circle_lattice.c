/* Integer points on a circle whose squared radius is a prime of the form 4k + 1. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static long square(int x) {
  return (long)x * x;
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();

  if (x < -1500000000 || x > 1500000000) {
    return 0;
  }
  if (y < -1500000000 || y > 1500000000) {
    return 0;
  }
  assert(square(x) + square(y) != 1000000000061L);
  return 0;
}
