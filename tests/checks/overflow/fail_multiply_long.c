int main(void) {
  long long x = 1;
  for (int i = 0; i < 100; i++)
    x *= 3; // FAIL: overflow
  return (int)x;
}
