/* Trial factors of a 62-bit number that is the product of two primes. */
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);

static const unsigned long modulus = 4080152055791275223UL;

int main(void) {
  unsigned int p = __VERIFIER_nondet_uint();
  unsigned int q = __VERIFIER_nondet_uint();

  unsigned long product = (unsigned long)p * q;
  assert(product != modulus);
  return 0;
}
