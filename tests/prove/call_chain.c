/* A bound survives three calls. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
extern void abort(void);

static int table[10];

static void third(int i) {
  table[i] = i;
}

static void second(int i) {
  if (i < 10)
    third(i);
}

static void first(int i) {
  if (i >= 0)
    second(i);
}

int main(void) {
  first(__VERIFIER_nondet_int());
  return 0;
}
