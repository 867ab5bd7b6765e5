static const int table[3] = {1, 2, 3};

static void clear(int *p, int n) {
  for (int i = 0; i < n; i++)
    p[i] = 0; // FAIL: constant-write
}

int main(void) {
  clear((int *)table, 3);
  return 0;
}
