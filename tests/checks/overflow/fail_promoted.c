int main(void) {
  unsigned short a = 65535, b = 65535;
  unsigned c = a * b; // FAIL: overflow
  return c != 0;
}
