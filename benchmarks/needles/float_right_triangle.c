/* Single precision: the legs of a triangle from its hypotenuse and its area. */
#include <assert.h>

extern float __VERIFIER_nondet_float(void);

static int has_hypotenuse(float a, float b, float c) {
  float aa = a * a;
  float bb = b * b;
  float sum = aa + bb;
  return sum == c * c;
}

int main(void) {
  float a = __VERIFIER_nondet_float();
  float b = __VERIFIER_nondet_float();

  if (!(a > 0 && a < b)) {
    return 0;
  }
  float area = a * b / 2;
  if (has_hypotenuse(a, b, 5.0f)) {
    assert(area != 6.0f);
  }
  return 0;
}
