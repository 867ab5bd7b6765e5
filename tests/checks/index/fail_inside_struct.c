struct record {
  int a[4];
  int b;
};

int main(void) {
  struct record r = {{0}, 0};
  int i = 4;
  r.a[i] = 1; // FAIL: index
  return r.b;
}
