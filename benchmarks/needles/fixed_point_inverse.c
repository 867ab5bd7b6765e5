/* Numbers with sixteen binary places: a pair that sums to 2.5 and multiplies to one. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static const long one = 1L << 16;

static long multiply(int a, int b) {
  long product = (long)a * b;
  return product / one;
}

int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();

  long sum = (long)a + b;
  if (sum == 2 * one + one / 2 && a > b) {
    assert(multiply(a, b) != one);
  }
  return 0;
}
