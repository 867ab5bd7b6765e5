static int price(int kind) {
  switch (kind) {
  case 0:
    return 3;
  case 1:
    return 5;
  default:
    __builtin_trap(); // FAIL: trap
  }
}

int main(void) {
  return price(0) + price(2);
}
