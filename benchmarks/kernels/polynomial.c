/* Floating-point polynomials by Horner's rule, and Newton steps on them. */
extern int __VERIFIER_nondet_int(void);

static double horner(double x) {
  static const double coefficient[8] = {0.5, -1.25, 3.0, 0.125, -2.5, 1.75, 0.0625, 1.0};
  double value = 0;
  for (int i = 0; i < 8; i++)
    value = value * x + coefficient[i];
  return value;
}

unsigned kernel(unsigned seed) {
  double x = (double)(seed % 100) / 50.0 - 1.0, sum = 0;
  for (int i = 0; i < 1500; i++) {
    double slope = (horner(x + 0.001) - horner(x)) / 0.001;
    sum += horner(x);
    x = x * 0.75 + (slope > 1 ? 0.125 : -0.0625);
  }
  return (unsigned)(long)sum;
}

int main(void) { return (int)(kernel((unsigned)__VERIFIER_nondet_int()) & 127); }
