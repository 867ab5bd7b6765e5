/* Bisection halves the step and relies on half of a positive number being positive. */
#include <assert.h>

extern double __VERIFIER_nondet_double(void);

static double halve(double step) {
  return step / 2;
}

int main(void) {
  double step = __VERIFIER_nondet_double();

  if (!(step > 0)) {
    return 0;
  }
  assert(halve(step) > 0);
  return 0;
}
