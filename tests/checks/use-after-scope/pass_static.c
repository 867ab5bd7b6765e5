int main(void) {
  int *p;
  {
    static int x = 4;
    p = &x;
  }
  return *p - 4;
}
