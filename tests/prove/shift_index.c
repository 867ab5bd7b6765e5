/* A byte's upper half is an index below 16. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
extern void abort(void);

int main(void) {
  static const char digits[16] = "0123456789abcdef";
  unsigned char c = __VERIFIER_nondet_uchar();
  return digits[c >> 4] + digits[c & 15] == 0;
}
