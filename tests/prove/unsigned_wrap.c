/* One comparison for both sides of a range. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
extern void abort(void);

int main(void) {
  int flags[26] = {0};
  for (int k = 0; k < 5; k++) {
    unsigned char c = __VERIFIER_nondet_uchar();
    unsigned i = (unsigned)c - 'a';
    if (i < 26)
      flags[i] = 1;
  }
  return flags[0];
}
