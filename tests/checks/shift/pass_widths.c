int main(void) {
  unsigned x = 1u << 31;
  long long y = 1ll << 62;
  return (x >> 31) != 1 || (y >> 62) != 1;
}
