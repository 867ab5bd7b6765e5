/* Bit tricks: population counts, reversals, Gray codes and square roots by shifting. */
extern int __VERIFIER_nondet_int(void);

static unsigned population(unsigned x) {
  x -= x >> 1 & 0x55555555;
  x = (x & 0x33333333) + (x >> 2 & 0x33333333);
  x = (x + (x >> 4)) & 0x0f0f0f0f;
  return x * 0x01010101 >> 24;
}

static unsigned reverse(unsigned x) {
  x = (x >> 1 & 0x55555555) | (x & 0x55555555) << 1;
  x = (x >> 2 & 0x33333333) | (x & 0x33333333) << 2;
  x = (x >> 4 & 0x0f0f0f0f) | (x & 0x0f0f0f0f) << 4;
  x = (x >> 8 & 0x00ff00ff) | (x & 0x00ff00ff) << 8;
  return x >> 16 | x << 16;
}

static unsigned root(unsigned x) {
  unsigned result = 0;
  for (unsigned bit = 1u << 30; bit; bit >>= 2) {
    if (x >= result + bit) {
      x -= result + bit;
      result = (result >> 1) + bit;
    } else {
      result >>= 1;
    }
  }
  return result;
}

unsigned kernel(unsigned seed) {
  unsigned sum = 0, x = seed;
  for (int i = 0; i < 1000; i++) {
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    sum += population(x) + reverse(x ^ x >> 1) + root(x);
    x += sum & 3;
  }
  return sum;
}

int main(void) { return (int)(kernel((unsigned)__VERIFIER_nondet_int()) & 127); }
