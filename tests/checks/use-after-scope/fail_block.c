int main(void) {
  int *p;
  {
    int x = 4;
    p = &x;
  }
  return *p; // FAIL: use-after-scope
}
