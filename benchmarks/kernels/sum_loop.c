/* Integer loop: sums, differences and remainders of a counter. */
extern int __VERIFIER_nondet_int(void);

unsigned kernel(unsigned seed) {
  unsigned sum = seed, other = 1;
  for (unsigned i = 0; i < 20000; i++) {
    sum += i * 3 + (i >> 2);
    other = other * 5 + sum % 7;
    if (sum & 1)
      other ^= i;
  }
  return sum ^ other;
}

int main(void) { return (int)(kernel((unsigned)__VERIFIER_nondet_int()) & 127); }
