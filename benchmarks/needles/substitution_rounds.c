/* A toy block cipher: four rounds of key, substitution of nibbles and rotation. Which block encrypts to zero? */
#include <assert.h>

extern unsigned long __VERIFIER_nondet_ulong(void);

static const unsigned char box[16] = {6, 11, 5, 4, 2, 14, 7, 10, 9, 13, 15, 12, 3, 1, 0, 8};

static unsigned long substitute(unsigned long block) {
  unsigned long result = 0;
  for (int shift = 0; shift < 64; shift += 4) {
    result |= (unsigned long)box[block >> shift & 15] << shift;
  }
  return result;
}

static unsigned long encrypt(unsigned long block) {
  unsigned long key = 0x0123456789ABCDEFUL;
  for (int round = 0; round < 4; round++) {
    block = substitute(block ^ key);
    block = block << 19 | block >> 45;
    key = key << 7 | key >> 57;
  }
  return block;
}

int main(void) {
  unsigned long block = __VERIFIER_nondet_ulong();

  assert(encrypt(block) != 0);
  return 0;
}
