static int first(int n) {
  int a[n];
  a[0] = 0;
  return a[0];
}

int main(void) {
  return first(1);
}
