/* A walk that ends when the pointers are equal. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
extern void abort(void);

int main(void) {
  char a[40];
  char *end = a + 40;
  for (char *p = a; p != end; p++)
    *p = 'z';
  return a[39];
}
