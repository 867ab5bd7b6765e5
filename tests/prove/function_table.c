/* Calls through a table of functions. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
extern void abort(void);

static int one(int x) {
  return x & 1;
}

static int two(int x) {
  return x & 2;
}

static int (*const table[2])(int) = {one, two};

int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  if (i > 1)
    return 0;
  return table[i](__VERIFIER_nondet_int());
}
