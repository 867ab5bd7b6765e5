/* The fields of a 64-bit control register: one setting of all of them locks up the device. */
#include <assert.h>

extern unsigned long __VERIFIER_nondet_ulong(void);

struct control {
  unsigned int enable : 1;
  unsigned int mode : 3;
  unsigned int divider : 10;
  unsigned int channel : 6;
  unsigned int threshold : 12;
  unsigned int mask : 16;
};

static struct control decode(unsigned long word) {
  struct control c;
  c.enable = word & 1;
  c.mode = word >> 1 & 7;
  c.divider = word >> 4 & 0x3FF;
  c.channel = word >> 14 & 0x3F;
  c.threshold = word >> 20 & 0xFFF;
  c.mask = word >> 48 & 0xFFFF;
  return c;
}

int main(void) {
  struct control c = decode(__VERIFIER_nondet_ulong());

  if (!c.enable || c.mode != 5) {
    return 0;
  }
  if (c.channel == 33 && c.divider == 1000 && c.threshold > 4000 && c.threshold < 4016) {
    assert(c.mask != 0x00FF);
  }
  return 0;
}
