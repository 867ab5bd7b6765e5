static int table[10];

static int sum(const int *p, int n) {
  int total = 0;
  for (int i = 0; i < n; i++)
    total += p[i]; // FAIL: bounds
  return total;
}

int main(void) {
  return sum(table, 11);
}
