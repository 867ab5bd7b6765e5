/* A flash block of four half words with a Fletcher-32 sum, and a generation count in front of it. */
#include <assert.h>

extern unsigned short __VERIFIER_nondet_ushort(void);
extern unsigned int __VERIFIER_nondet_uint(void);

static unsigned int fletcher32(const unsigned short *data, int length) {
  unsigned int low = 0;
  unsigned int high = 0;
  for (int i = 0; i < length; i++) {
    low = (low + data[i]) % 65535;
    high = (high + low) % 65535;
  }
  return high << 16 | low;
}

int main(void) {
  unsigned short generation = __VERIFIER_nondet_ushort();
  unsigned short data[4];
  for (int i = 0; i < 4; i++) {
    data[i] = __VERIFIER_nondet_ushort();
  }
  unsigned int stored = __VERIFIER_nondet_uint();

  if (generation == 0 || generation == 0xFFFF) {
    return 0;
  }
  if (fletcher32(data, 4) == stored) {
    assert(generation != 0xFFFE);
  }
  return 0;
}
