int main(void) {
  int total = 0;
  for (int n = 1; n < 10; n++) {
    char a[n];
    a[n - 1] = 0;
    total += a[n - 1] + (int)sizeof a;
  }
  return total - 45;
}
