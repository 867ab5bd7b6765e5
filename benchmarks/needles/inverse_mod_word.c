/* Fibonacci hashing spreads keys over the word; which key lands on slot 42 of the full word? */
#include <assert.h>

extern unsigned long __VERIFIER_nondet_ulong(void);

static unsigned long spread(unsigned long key) {
  return key * 0x9E3779B97F4A7C15UL;
}

int main(void) {
  unsigned long key = __VERIFIER_nondet_ulong();

  assert(spread(key) != 42);
  return 0;
}
