static void set(int *p) {
  *p = 1; // FAIL: use-after-scope
}

int main(void) {
  int *p;
  for (int k = 0; k < 1; k++) {
    int inner = k;
    p = &inner;
  }
  set(p);
  return 0;
}
