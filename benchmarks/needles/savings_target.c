/* Compound interest in whole cents: a deposit that grows to exactly a million in ten years at 5.5 percent. */
#include <assert.h>
#include <math.h>

extern unsigned int __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static long balance(unsigned int cents, int quarter_points, int years) {
  double rate = quarter_points / 400.0;
  double value = cents * pow(1 + rate, years);
  return (long)floor(value + 0.5);
}

int main(void) {
  unsigned int deposit = __VERIFIER_nondet_uint();
  int quarter_points = __VERIFIER_nondet_uchar() % 81;
  int years = __VERIFIER_nondet_uchar() % 41;

  if (years == 10 && quarter_points == 22) {
    assert(balance(deposit, quarter_points, years) != 100000000L);
  }
  return 0;
}
