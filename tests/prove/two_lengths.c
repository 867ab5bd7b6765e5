/* Two arrays with their own lengths, the shorter one counts. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
extern void abort(void);

int main(void) {
  char a[30], b[20];
  int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
  if (n < 0 || n > 30 || m < 0 || m > 20)
    return 0;
  int least = n < m ? n : m;
  for (int i = 0; i < least; i++) {
    a[i] = 1;
    b[i] = 2;
  }
  return 0;
}
