/* A xorshift generator must not be started from the seed whose first output is the sentinel. */
#include <assert.h>

extern unsigned long __VERIFIER_nondet_ulong(void);

static unsigned long next(unsigned long *state) {
  unsigned long x = *state;
  x ^= x << 13;
  x ^= x >> 7;
  x ^= x << 17;
  *state = x;
  return x;
}

int main(void) {
  unsigned long state = __VERIFIER_nondet_ulong();

  if (state == 0) {
    return 0;
  }
  assert(next(&state) != 0xDEADBEEFCAFEF00DUL);
  return 0;
}
