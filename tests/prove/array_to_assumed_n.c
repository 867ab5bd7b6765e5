/* A loop up to an input that an assumption bounds. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
extern void abort(void);

int main(void) {
  char a[100];
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 0 && n <= 100);
  for (int i = 0; i < n; i++)
    a[i] = (char)i;
  return 0;
}
