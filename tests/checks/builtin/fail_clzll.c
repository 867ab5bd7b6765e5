int main(void) {
  unsigned long long x = 1ull << 40;
  x <<= 24;
  return __builtin_clzll(x); // FAIL: builtin
}
