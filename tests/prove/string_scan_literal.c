/* A scan for the terminator of a literal. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
extern void abort(void);

int main(void) {
  const char *s = "find the end";
  int n = 0;
  while (s[n] != 0 && n < 12)
    n++;
  return n;
}
