int main(void) {
  int x = 3;
  for (int i = 0; i < 3; i++)
    x = x << 12; // FAIL: shift
  return x;
}
