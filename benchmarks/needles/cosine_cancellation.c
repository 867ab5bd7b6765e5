/* (1 - cos x) / x^2 is at most one half; computed as written it can come close to one. */
#include <assert.h>
#include <math.h>

extern double __VERIFIER_nondet_double(void);

static double ratio(double x) {
  return (1 - cos(x)) / (x * x);
}

int main(void) {
  double x = __VERIFIER_nondet_double();

  if (!(fabs(x) > 1e-100 && fabs(x) < 1)) {
    return 0;
  }
  assert(ratio(x) < 0.999999999);
  return 0;
}
