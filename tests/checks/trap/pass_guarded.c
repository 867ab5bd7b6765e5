int main(void) {
  int x = 4;
  if (x == 3)
    __builtin_trap();
  return 0;
}
