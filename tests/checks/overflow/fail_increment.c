int main(void) {
  int x = 0x7ffffffe;
  for (int i = 0; i < 3; i++)
    x++; // FAIL: overflow
  return x;
}
