int main(void) {
  int x;
  volatile int y = 3;
  if (y == 4)
    x = 1;
  if (x > 0) // FAIL: uninit
    return 1;
  return 0;
}
