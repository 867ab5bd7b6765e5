extern void __VERIFIER_error(void);

static int divide(int a, int b) {
  if (b == 0) {
    __VERIFIER_error();
    return 0;
  }
  return a / b;
}

int main(void) {
  return divide(8, 4);
}
