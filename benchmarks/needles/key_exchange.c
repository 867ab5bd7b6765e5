/* A key exchange with toy numbers: the two secrets behind the public values. */
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);

static const unsigned long prime = 2147483647;

static unsigned long power(unsigned long base, unsigned int exponent) {
  unsigned long result = 1;
  while (exponent > 0) {
    if (exponent & 1) {
      result = result * base % prime;
    }
    base = base * base % prime;
    exponent >>= 1;
  }
  return result;
}

int main(void) {
  unsigned int alice = __VERIFIER_nondet_uint();
  unsigned int bob = __VERIFIER_nondet_uint();

  if (power(7, alice) != 1234567890) {
    return 0;
  }
  assert(power(7, bob) != 987654321);
  return 0;
}
