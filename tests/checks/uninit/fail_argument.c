static int twice(int x) {
  return 2 * x;
}

int main(void) {
  int a[2];
  a[0] = 1;
  return twice(a[0]) + twice(a[1]); // FAIL: uninit
}
