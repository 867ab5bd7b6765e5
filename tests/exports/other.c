/* The other half of halves.c. */
static int secret = 5;

int __VERIFIER_nondet_int(void);

int double_it(int x) {
  return x + x;
}

int read_it(void) {
  return __VERIFIER_nondet_int() - secret;
}
