/* One as the sum of three different unit fractions. */
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

static unsigned long denominator(void) {
  unsigned int d = __VERIFIER_nondet_uint();
  __VERIFIER_assume(d >= 1 && d <= 1000000);
  return d;
}

int main(void) {
  unsigned long a = denominator();
  unsigned long b = denominator();
  unsigned long c = denominator();

  if (a == b || b == c || a == c) {
    return 0;
  }
  assert(b * c + a * c + a * b != a * b * c);
  return 0;
}
