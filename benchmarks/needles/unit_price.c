/* A bill: number of pieces and whole price of one; its total is a prime, so that it cannot be split. */
#include <assert.h>
#include <math.h>

extern int __VERIFIER_nondet_int(void);
extern double __VERIFIER_nondet_double(void);

int main(void) {
  int pieces = __VERIFIER_nondet_int();
  double price = __VERIFIER_nondet_double();

  if (pieces < 2) {
    return 0;
  }
  if (!(price >= 1) || price != floor(price)) {
    return 0;
  }
  assert(pieces * price != 1000000007.0);
  return 0;
}
