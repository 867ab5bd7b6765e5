int main(void) {
  int a[4] = {0};
  int n = 4;
  int *end = &a[n];
  int sum = 0;
  for (int *p = a; p != end; p++)
    sum += *p;
  return sum;
}
