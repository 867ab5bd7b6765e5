/* The 3n + 1 sequence: starts that come down to one in exactly thirty steps. */
#include <assert.h>

extern unsigned long __VERIFIER_nondet_ulong(void);
extern void __VERIFIER_assume(int);

static const unsigned long ceiling = 1UL << 61;

int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
  __VERIFIER_assume(n >= 1 && n <= 1UL << 60);

  int steps = 0;
  while (n != 1 && n <= ceiling && steps < 100) {
    if (n % 2 == 0) {
      n /= 2;
    } else {
      n = 3 * n + 1;
    }
    steps++;
  }
  assert(n != 1 || steps != 30);
  return 0;
}
