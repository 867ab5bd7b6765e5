static int table[8];

static int at(int i) {
  return table[i]; // FAIL: index
}

int main(void) {
  return at(7) + at(-1);
}
