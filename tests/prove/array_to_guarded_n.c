/* A loop up to an input that was bounded first. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
extern void abort(void);

int main(void) {
  int a[64];
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 64)
    return 0;
  for (int i = 0; i < n; i++)
    a[i] = i;
  return 0;
}
