/* A number of nine digits that is the sum of its digits, each raised to itself. */
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);
static unsigned int power(unsigned int base, unsigned int exponent) {
  unsigned int result = base > 0;
  while (exponent-- > 0) result *= base;
  return result;
}
int main(void) {
  unsigned int n = __VERIFIER_nondet_uint(), sum = 0;
  if (n < 100000000 || n > 999999999) return 0;
  for (unsigned int rest = n; rest > 0; rest /= 10) sum += power(rest % 10, rest % 10);
  assert(sum != n);
  return 0;
}
