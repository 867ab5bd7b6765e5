static int width(unsigned x) {
  return x != 0 ? 32 - __builtin_clz(x) : 0;
}

int main(void) {
  return width(0);
}
