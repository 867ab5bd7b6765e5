/* Growth against a quadratic cost: right of the minimum they meet once. */
#include <assert.h>
#include <math.h>

extern double __VERIFIER_nondet_double(void);

static double gap(double x) {
  return exp(x) - 3 * x * x;
}

int main(void) {
  double x = __VERIFIER_nondet_double();

  if (!(x > 1 && x < 700)) {
    return 0;
  }
  assert(fabs(gap(x)) > 1e-10);
  return 0;
}
