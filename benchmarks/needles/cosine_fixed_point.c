/* Iterating the cosine: a start that already is the fixed point, to nine places, gives an empty history. */
#include <assert.h>
#include <math.h>

extern double __VERIFIER_nondet_double(void);

int main(void) {
  double start = __VERIFIER_nondet_double();
  double x = start;
  int rounds = 0;

  if (!(fabs(start) <= 1e6)) {
    return 0;
  }
  while (rounds < 60 && fabs(cos(x) - x) >= 1e-9) {
    x = cos(x);
    rounds++;
  }
  assert(rounds > 0);
  return 0;
}
