int main(void) {
  unsigned x = 6;
  int n = 0;
  for (int i = 0; i < 3; i++) {
    n += __builtin_ctz(x); // FAIL: builtin
    x &= x - 1;
  }
  return n;
}
