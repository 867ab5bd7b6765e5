/* Recursion: Ackermann's and Fibonacci's functions, and the towers of Hanoi. */
extern int __VERIFIER_nondet_int(void);

static unsigned fibonacci(unsigned n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

static unsigned ackermann(unsigned m, unsigned n) {
  if (m == 0)
    return n + 1;
  return ackermann(m - 1, n == 0 ? 1 : ackermann(m, n - 1));
}

static unsigned hanoi(int n, int from, int to) {
  return n == 0 ? 0 : hanoi(n - 1, from, 6 - from - to) * 3 + (unsigned)(from * 4 + to) + hanoi(n - 1, 6 - from - to, to);
}

unsigned kernel(unsigned seed) {
  return fibonacci(16 + (seed & 1)) + ackermann(2, 9) + hanoi(10, 1, 3);
}

int main(void) { return (int)(kernel((unsigned)__VERIFIER_nondet_int()) & 127); }
