/* A loop that counts down to zero. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
extern void abort(void);

int main(void) {
  int a[16];
  for (int i = 15; i >= 0; i--)
    a[i] = 2 * i;
  return a[3] != 6;
}
