int main(void) {
  int n = 32;
  unsigned x = 1;
  return (int)(x << n); // FAIL: shift
}
