/* Two blocks with a running CRC-32: the values after each block are both known. */
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);

static unsigned int crc32(unsigned int crc, unsigned int word) {
  crc = ~crc;
  for (int byte = 0; byte < 4; byte++) {
    crc ^= word >> (8 * byte) & 0xFF;
    for (int bit = 0; bit < 8; bit++) {
      crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0);
    }
  }
  return ~crc;
}

int main(void) {
  unsigned int first = __VERIFIER_nondet_uint();
  unsigned int second = __VERIFIER_nondet_uint();

  unsigned int crc = crc32(0, first);
  if (crc != 0x12345678u) {
    return 0;
  }
  crc = crc32(crc, second);
  assert(crc != 0x9ABCDEF0u);
  return 0;
}
