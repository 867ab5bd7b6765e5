/* Addition that stops at the limit. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
extern void abort(void);

static unsigned char add(unsigned char a, unsigned char b) {
  int sum = a + b;
  return sum > 255 ? 255 : (unsigned char)sum;
}

int main(void) {
  static int histogram[256];
  unsigned char level = add(__VERIFIER_nondet_uchar(), __VERIFIER_nondet_uchar());
  histogram[level] = 1;
  return 0;
}
