/* Three roots of a cubic from its coefficients: sum, sum of the products of pairs, product. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static long root(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x >= -1000000 && x <= 1000000);
  return x;
}

int main(void) {
  long p = root();
  long q = root();
  long r = root();

  long sum = p + q + r;
  long pairs = p * q + q * r + r * p;
  long product = p * q * r;
  assert(sum != 8092 || pairs != -55220297195L || product != -1707664468604886L);
  return 0;
}
