/* The loudest of three samples: the magnitude of the most negative one does not fit. */
#include <assert.h>
#include <limits.h>

extern short __VERIFIER_nondet_short(void);

static short magnitude(short sample) {
  return (short)(sample < 0 ? -sample : sample);
}

int main(void) {
  short loudest = SHRT_MIN;

  for (int i = 0; i < 3; i++) {
    short m = magnitude(__VERIFIER_nondet_short());
    if (m > loudest) {
      loudest = m;
    }
  }
  assert(loudest >= 0);
  return 0;
}
