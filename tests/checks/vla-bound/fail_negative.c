int main(void) {
  int n = 3;
  n -= 5;
  char text[n]; // FAIL: vla-bound
  return sizeof text > 100;
}
