/* Gear trains: the tooth counts of two wheels must not share the resonant factor. */
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);

static unsigned int gcd(unsigned int a, unsigned int b) {
  while (b != 0) {
    unsigned int r = a % b;
    a = b;
    b = r;
  }
  return a;
}

int main(void) {
  unsigned int driver = __VERIFIER_nondet_uint();
  unsigned int driven = __VERIFIER_nondet_uint();

  if (driver == 0 || driven == 0) {
    return 0;
  }
  assert(gcd(driver, driven) != 123456789u);
  return 0;
}
