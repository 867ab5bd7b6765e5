static int *kept;

static void keep(int x) {
  kept = &x;
}

int main(void) {
  keep(3);
  *kept = 4; // FAIL: use-after-return
  return 0;
}
