/* Acidity from a concentration: neutral to nine places selects the branch without a colour. */
#include <assert.h>
#include <math.h>

extern double __VERIFIER_nondet_double(void);

enum colour { NONE, RED, BLUE };

static enum colour indicator(double concentration) {
  double acidity = -log10(concentration);
  if (fabs(acidity - 7) < 1e-9) {
    return NONE;
  }
  return acidity < 7 ? RED : BLUE;
}

int main(void) {
  double concentration = __VERIFIER_nondet_double();

  if (!(concentration > 0 && concentration < 20)) {
    return 0;
  }
  assert(indicator(concentration) != NONE);
  return 0;
}
