/* A copy that leaves room for the terminator. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
extern void abort(void);

int main(void) {
  char from[16] = "a short text", to[8];
  int i;
  for (i = 0; i < 7 && from[i]; i++)
    to[i] = from[i];
  to[i] = 0;
  return to[0] == 0;
}
