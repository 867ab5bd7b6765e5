/* Sums of two cubes: 87539319 is the least that is one in three ways. */
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

static unsigned long cube(unsigned long x) {
  return x * x * x;
}

int main(void) {
  unsigned int a = __VERIFIER_nondet_uint();
  unsigned int b = __VERIFIER_nondet_uint();
  __VERIFIER_assume(a <= 2000000 && b <= 2000000);

  if (a > b) {
    return 0;
  }
  assert(cube(a) + cube(b) != 87539319);
  return 0;
}
