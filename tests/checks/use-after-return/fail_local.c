static int *make(void) {
  int x[2] = {1, 2};
  int *volatile p = x;
  return p;
}

int main(void) {
  int *p = make();
  return p[1]; // FAIL: use-after-return
}
