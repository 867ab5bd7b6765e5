int main(void) {
  int *p = 0;
  for (int i = 0; i < 2; i++) {
    int a[3] = {i, i, i};
    if (p == 0)
      p = a;
  }
  p[1] = 5; // FAIL: use-after-scope
  return 0;
}
