/* Euclid's algorithm takes longest on neighbouring Fibonacci numbers; the table of quotients has 42 places. */
extern unsigned int __VERIFIER_nondet_uint(void);

enum { PLACES = 42 };

int main(void) {
  unsigned int quotients[PLACES];
  unsigned int a = __VERIFIER_nondet_uint();
  unsigned int b = __VERIFIER_nondet_uint();
  unsigned int used = 0;

  while (b != 0) {
    quotients[used] = a / b;
    unsigned int rest = a - quotients[used] * b;
    a = b;
    b = rest;
    used++;
  }
  return used > 0 && quotients[used - 1] == 1;
}
