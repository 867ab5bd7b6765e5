/* Table-driven CRC-32 over a buffer. */
extern int __VERIFIER_nondet_int(void);

static unsigned table[256];

static void prepare(void) {
  for (unsigned i = 0; i < 256; i++) {
    unsigned value = i;
    for (int bit = 0; bit < 8; bit++)
      value = value & 1 ? value >> 1 ^ 0xedb88320u : value >> 1;
    table[i] = value;
  }
}

static unsigned crc(const unsigned char *bytes, int n) {
  unsigned value = ~0u;
  for (int i = 0; i < n; i++)
    value = table[(value ^ bytes[i]) & 0xff] ^ value >> 8;
  return ~value;
}

unsigned kernel(unsigned seed) {
  unsigned char buffer[2048];
  unsigned x = seed, sum = 0;
  prepare();
  for (int i = 0; i < 2048; i++) {
    x = x * 1664525 + 1013904223;
    buffer[i] = (unsigned char)(x >> 24);
  }
  for (int round = 0; round < 8; round++) {
    sum += crc(buffer, 2048);
    buffer[round] ^= (unsigned char)sum;
  }
  return sum;
}

int main(void) { return (int)(kernel((unsigned)__VERIFIER_nondet_int()) & 127); }
