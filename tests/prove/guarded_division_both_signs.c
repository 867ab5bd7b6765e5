/* Neither zero nor the one case that overflows. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
extern void abort(void);

int main(void) {
  long a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (b != 0)
    return (int)(a / b) == 5;
  return 0;
}
