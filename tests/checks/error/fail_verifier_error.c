extern void __VERIFIER_error(void);

static void check(int condition) {
  if (!condition)
    __VERIFIER_error(); // FAIL: error
}

int main(void) {
  check(1);
  check(2 + 2 == 5);
  return 0;
}
