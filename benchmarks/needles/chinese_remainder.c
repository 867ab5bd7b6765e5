/* Four clocks with prime periods started together: when do they show these times at once? */
#include <assert.h>

extern unsigned long __VERIFIER_nondet_ulong(void);

struct clock {
  unsigned int period;
  unsigned int shown;
};

static const struct clock clocks[] = {
  {9973, 17},
  {9967, 4211},
  {9949, 9000},
  {9941, 1},
};

int main(void) {
  unsigned long ticks = __VERIFIER_nondet_ulong();
  unsigned int agree = 0;

  for (unsigned int i = 0; i < 4; i++) {
    if (ticks % clocks[i].period == clocks[i].shown) {
      agree++;
    }
  }
  assert(agree < 4);
  return 0;
}
