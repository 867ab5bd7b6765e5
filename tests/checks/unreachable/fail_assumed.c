static unsigned half(unsigned x) {
  if (x % 2 != 0)
    __builtin_unreachable(); // FAIL: unreachable
  return x / 2;
}

int main(void) {
  return half(4) + half(5);
}
