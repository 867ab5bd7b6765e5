/* A float in a range is a safe index. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
extern void abort(void);

int main(void) {
  int bins[10] = {0};
  double x = __VERIFIER_nondet_double();
  if (x >= 0.0 && x < 10.0)
    bins[(int)x]++;
  return bins[0];
}
