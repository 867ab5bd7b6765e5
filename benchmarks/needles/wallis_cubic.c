/* The cubic on which Newton tried his method: a start that already is a root gives no steps to show. */
#include <assert.h>
#include <math.h>

extern double __VERIFIER_nondet_double(void);

static double cubic(double x) {
  return (x * x - 2) * x - 5;
}

int main(void) {
  double x = __VERIFIER_nondet_double();
  int steps = 0;

  while (steps < 50 && !(fabs(cubic(x)) <= 1e-12)) {
    x -= cubic(x) / (3 * x * x - 2);
    steps++;
  }
  assert(steps > 0);
  return 0;
}
