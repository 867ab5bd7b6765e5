/* A pointer that walks to the end of an array. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
extern void abort(void);

int main(void) {
  int a[24];
  for (int *p = a; p < a + 24; p++)
    *p = 0;
  return a[0];
}
