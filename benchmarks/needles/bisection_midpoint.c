/* Bisection relies on a midpoint strictly between its ends. */
#include <assert.h>
#include <math.h>

extern double __VERIFIER_nondet_double(void);

int main(void) {
  double low = __VERIFIER_nondet_double();
  double high = __VERIFIER_nondet_double();

  if (!isfinite(low) || !isfinite(high) || !(low < high)) {
    return 0;
  }
  double middle = (low + high) / 2;
  if (!isfinite(middle)) {
    return 0;
  }
  assert(middle != low && middle != high);
  return 0;
}
