static int width(unsigned x) {
  return 32 - __builtin_clz(x); // FAIL: builtin
}

int main(void) {
  return width(8) + width(0);
}
