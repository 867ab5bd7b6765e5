/* A buffer whose last byte is known to be zero. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
extern void abort(void);

int main(void) {
  char s[21];
  for (int i = 0; i < 20; i++)
    s[i] = (char)__VERIFIER_nondet_uchar();
  s[20] = 0;
  int n = 0;
  while (n < 20 && s[n])
    n++;
  s[n] = 0;
  return 0;
}
