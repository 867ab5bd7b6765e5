static int table[4] = {1, 2, 3, 4};

int main(void) {
  unsigned i;
  unsigned *volatile p = &i;
  int *t = table;
  return t[*p % 4]; // FAIL: uninit
}
