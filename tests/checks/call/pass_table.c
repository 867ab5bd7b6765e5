static int one(void) {
  return 1;
}

static int two(void) {
  return 2;
}

int main(void) {
  int (*table[])(void) = {one, two};
  return table[0]() + table[1]() - 3;
}
