static int sum(int n) {
  int a[n]; // FAIL: vla-bound
  int total = 0;
  for (int i = 0; i < n; i++)
    total += a[i] = i;
  return total;
}

int main(void) {
  return sum(3) + sum(0);
}
