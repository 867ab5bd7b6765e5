/* An index reduced modulo the table size. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
extern void abort(void);

static int table[37];

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  table[x % 37] = 1;
  return table[(x / 2) % 37];
}
