static int name(int k) {
  switch (k) {
  case 0:
    return 'a';
  case 1:
    return 'b';
  }
  __builtin_unreachable(); // FAIL: unreachable
}

int main(void) {
  return name(0) + name(2);
}
