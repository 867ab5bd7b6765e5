/* A linear congruential generator, run for a while, must not fall on zero. */
#include <assert.h>

extern unsigned long __VERIFIER_nondet_ulong(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned long state = __VERIFIER_nondet_ulong();
  int steps = __VERIFIER_nondet_uchar() % 100 + 1;

  for (int i = 0; i < steps; i++) {
    state = state * 6364136223846793005UL + 1442695040888963407UL;
  }
  assert(state != 0);
  return 0;
}
