/* A diode model: the squared voltage has one value at which the slope formula was never tried. */
#include <assert.h>

extern double __VERIFIER_nondet_double(void);

int main(void) {
  double voltage = __VERIFIER_nondet_double();

  double power = voltage * voltage;
  if (voltage < 0) {
    return 0;
  }
  assert(power != 2.25);
  return 0;
}
