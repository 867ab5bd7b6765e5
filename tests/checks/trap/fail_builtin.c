int main(void) {
  int x = 3;
  if (x == 3)
    __builtin_trap(); // FAIL: trap
  return 0;
}
