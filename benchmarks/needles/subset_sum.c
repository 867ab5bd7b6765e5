/* Forty-four parcels and a total weight in grams: which of them are on the lorry? */
#include <assert.h>

extern unsigned long __VERIFIER_nondet_ulong(void);

enum { PARCELS = 44 };

/* The weights of a test load, from a generator with a fixed seed. */
static void weigh(unsigned long *weights) {
  unsigned long state = 20071;
  for (int i = 0; i < PARCELS; i++) {
    state = state * 2862933555777941757UL + 3037000493UL;
    weights[i] = state >> 16;
  }
}

int main(void) {
  unsigned long weights[PARCELS];
  weigh(weights);
  unsigned long load = __VERIFIER_nondet_ulong() & ((1UL << PARCELS) - 1);

  unsigned long total = 0;
  for (int i = 0; i < PARCELS; i++) {
    if (load >> i & 1) {
      total += weights[i];
    }
  }
  assert(total != 2786519294083367UL);
  return 0;
}
