/* Right triangles with whole sides and a given perimeter, shortest side first. */
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);

static int is_right(unsigned long a, unsigned long b, unsigned long c) {
  return a * a + b * b == c * c;
}

int main(void) {
  unsigned int a = __VERIFIER_nondet_uint();
  unsigned int b = __VERIFIER_nondet_uint();
  unsigned int c = __VERIFIER_nondet_uint();

  if (a == 0 || a >= b || b >= c) {
    return 0;
  }
  unsigned long perimeter = (unsigned long)a + b + c;
  if (perimeter == 1000) {
    assert(!is_right(a, b, c));
  }
  return 0;
}
