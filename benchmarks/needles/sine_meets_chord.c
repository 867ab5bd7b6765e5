/* An arc and its chord: the angle at which the sine is half the angle, apart from zero. */
#include <assert.h>
#include <math.h>

extern double __VERIFIER_nondet_double(void);

int main(void) {
  double angle = __VERIFIER_nondet_double();

  if (!(angle > 0.1 && angle < 3.1415926535897932)) {
    return 0;
  }
  double arc = angle / 2;
  double chord = sin(angle);
  assert(fabs(arc - chord) >= 1e-12);
  return 0;
}
