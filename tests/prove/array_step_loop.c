/* Steps of three, and an access beside each. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
extern void abort(void);

int main(void) {
  int a[30];
  for (int i = 0; i < 30; i += 3) {
    a[i] = 0;
    a[i + 1] = 1;
    a[i + 2] = 2;
  }
  return a[7];
}
