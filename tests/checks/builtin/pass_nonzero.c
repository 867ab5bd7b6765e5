int main(void) {
  return __builtin_clz(1) - 31 + __builtin_ctzll(1ull << 63) - 63;
}
