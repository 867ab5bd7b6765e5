/* A set of small numbers as bits in bytes. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
extern void abort(void);

static unsigned char set[8];

static void add(unsigned x) {
  if (x < 64)
    set[x / 8] |= (unsigned char)(1u << (x % 8));
}

int main(void) {
  for (int i = 0; i < 10; i++)
    add(__VERIFIER_nondet_uint());
  return set[7];
}
