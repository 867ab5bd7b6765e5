static int nth(int n) {
  if (n < 0)
    __builtin_trap(); // FAIL: trap
  return n;
}

int main(void) {
  return nth(1) + nth(-1);
}
