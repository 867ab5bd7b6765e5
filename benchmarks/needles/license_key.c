/* A licence check that chains each byte of the key into the next, against a stored pattern. */
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

enum { LENGTH = 8 };

static const unsigned char stored[LENGTH] = {0x4B, 0x91, 0x07, 0xE2, 0x5C, 0xD8, 0x33, 0xA6};

int main(void) {
  unsigned char chain = 0x5A;
  int correct = 0;

  for (int i = 0; i < LENGTH; i++) {
    unsigned char c = __VERIFIER_nondet_uchar();
    chain = (unsigned char)((chain << 1 | chain >> 7) ^ (c + i));
    if (chain == stored[i]) {
      correct++;
    }
  }
  assert(correct != LENGTH);
  return 0;
}
