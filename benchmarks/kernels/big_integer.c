/* Big integers: a power by repeated multiplication, digits of 32 bits, and the remainder of it. */
extern int __VERIFIER_nondet_int(void);

enum { DIGITS = 48 };

static void multiply(unsigned *a, int n, unsigned by) {
  unsigned long carry = 0;
  for (int i = 0; i < n; i++) {
    carry += (unsigned long)a[i] * by;
    a[i] = (unsigned)carry;
    carry >>= 32;
  }
}

static unsigned remainder_of(const unsigned *a, int n, unsigned by) {
  unsigned long rest = 0;
  for (int i = n - 1; i >= 0; i--)
    rest = (rest << 32 | a[i]) % by;
  return (unsigned)rest;
}

unsigned kernel(unsigned seed) {
  unsigned a[DIGITS] = {1}, sum = 0;
  for (int i = 0; i < 120; i++) {
    multiply(a, DIGITS, 3 + (seed & 0xff) + (unsigned)i * 2);
    if (i % 8 == 0)
      sum += remainder_of(a, DIGITS, 1000003 + (unsigned)i);
  }
  return sum;
}

int main(void) { return (int)(kernel((unsigned)__VERIFIER_nondet_int()) & 127); }
