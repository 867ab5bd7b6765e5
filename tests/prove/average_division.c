/* A count that starts at one is a safe divisor. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
extern void abort(void);

int main(void) {
  unsigned sum = 0, count = 1;
  for (int i = 0; i < 10; i++) {
    sum += __VERIFIER_nondet_uchar();
    if (count < 100)
      count++;
  }
  return (int)(sum / count);
}
