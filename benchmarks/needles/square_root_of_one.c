/* Words that are their own inverse, apart from one and minus one. */
#include <assert.h>

extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
  unsigned long x = __VERIFIER_nondet_ulong();
  unsigned long minus_one = ~0UL;

  if (x == 1 || x == minus_one) {
    return 0;
  }
  assert(x * x != 1);
  return 0;
}
