int main(void) {
  short a = 100;
  short step = 2;
  while (a > 0) {
    a /= step; // FAIL: division
    step--;
  }
  return a;
}
