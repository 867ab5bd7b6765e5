/* Results come back through pointers. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
extern void abort(void);

static int divide(int a, int b, int *quotient, int *rest) {
  if (b <= 0)
    return -1;
  *quotient = a / b;
  *rest = a % b;
  return 0;
}

int main(void) {
  int q, r;
  if (divide(__VERIFIER_nondet_int(), 10, &q, &r) != 0)
    return 1;
  static const char digit[19] = {0};
  return digit[r + 9];
}
