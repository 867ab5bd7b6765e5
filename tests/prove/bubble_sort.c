/* Neighbours are exchanged: the inner loop ends one before the end. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
extern void abort(void);

int main(void) {
  int a[12];
  for (int i = 0; i < 12; i++)
    a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < 12; i++)
    for (int j = 0; j < 11 - i; j++)
      if (a[j] > a[j + 1]) {
        int t = a[j];
        a[j] = a[j + 1];
        a[j + 1] = t;
      }
  return 0;
}
