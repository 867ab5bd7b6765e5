struct flags {
  unsigned a : 3;
  unsigned b : 5;
};

int main(void) {
  struct flags f;
  f.a = 5;
  f.b = 1;
  return f.a + f.b - 6;
}
