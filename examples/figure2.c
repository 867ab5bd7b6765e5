/*
 * Two inputs, one product, one assertion: few pairs in the box -100..100 by 0..10 have the product 210, and the
 * product is beyond a linear solver. Which are they?
 *
 *   rarebit hunt examples/figure2.c
 */
#include <assert.h>

extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);

static int product(int x, int y) {
  return x * y;
}

int main(void) {
  int x = __VERIFIER_nondet_char();
  int y = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(x >= -100 && x <= 100 && y <= 10);

  int z = product(x, y);
  assert(z != 210);
  return 0;
}
