/* Sequence numbers of 64 bits on a circle: two that are half of it apart each come before the other. */
#include <assert.h>

extern unsigned long __VERIFIER_nondet_ulong(void);

static int before(unsigned long a, unsigned long b) {
  return (long)(a - b) < 0;
}

int main(void) {
  unsigned long first = __VERIFIER_nondet_ulong();
  unsigned long second = __VERIFIER_nondet_ulong();

  if (before(first, second)) {
    assert(!before(second, first));
  }
  return 0;
}
