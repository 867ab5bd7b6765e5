int main(void) {
  unsigned zero = 0;
  return __builtin_popcount(zero) + __builtin_ffs(0) + __builtin_parity(zero);
}
