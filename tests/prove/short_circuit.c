/* Both halves of a condition hold behind it. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
extern void abort(void);

int main(void) {
  int a[6] = {0};
  int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
  int inside = i >= 0 && i < 6 && j >= 0 && j < 6;
  if (inside)
    a[i] = a[j];
  return a[0];
}
