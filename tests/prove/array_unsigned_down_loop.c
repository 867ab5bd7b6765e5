/* The idiom i-- > 0 on an unsigned counter. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
extern void abort(void);

int main(void) {
  unsigned char a[32];
  for (unsigned i = 32; i-- > 0;)
    a[i] = (unsigned char)i;
  return a[31];
}
