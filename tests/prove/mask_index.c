/* An index cut to the table by a mask. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
extern void abort(void);

int main(void) {
  int table[64];
  for (int i = 0; i < 64; i++)
    table[i] = i;
  unsigned x = __VERIFIER_nondet_uint();
  return table[x & 63] != 0;
}
