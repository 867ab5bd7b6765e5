struct flags {
  unsigned a : 3;
  unsigned b : 5;
};

int main(void) {
  struct flags f;
  f.a = 5;
  if (f.a != 5)
    return 1;
  if (f.b == 2) // FAIL: uninit
    return 2;
  return 0;
}
