static int name(int k) {
  switch (k % 2) {
  case 0:
    return 'a';
  case 1:
    return 'b';
  }
  __builtin_unreachable();
}

int main(void) {
  return name(0) + name(3) - 'a' - 'b';
}
