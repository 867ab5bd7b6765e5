/* Numbers of fourteen digits that are the sum of the fourteenth powers of their digits. */
#include <assert.h>

extern unsigned long __VERIFIER_nondet_ulong(void);
extern void __VERIFIER_assume(int);

static unsigned long power(unsigned long base, int exponent) {
  unsigned long result = 1;
  for (int i = 0; i < exponent; i++) {
    result *= base;
  }
  return result;
}

int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
  __VERIFIER_assume(n >= 10000000000000UL && n <= 99999999999999UL);

  unsigned long sum = 0;
  for (unsigned long rest = n; rest > 0; rest /= 10) {
    sum += power(rest % 10, 14);
  }
  assert(sum != n);
  return 0;
}
