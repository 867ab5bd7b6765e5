/* Integer points of the curve y^2 = x^3 + 17; the small ones are well known. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  __VERIFIER_assume(x >= -2000000 && x <= 2000000);

  long left = (long)y * y;
  long right = (long)x * x * x + 17;
  if (x > 100) {
    assert(left != right);
  }
  return 0;
}
