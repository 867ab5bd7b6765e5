static int find(const int *a, int n, int key, int *at) {
  for (int i = 0; i < n; i++)
    if (a[i] == key) {
      *at = i;
      return 1;
    }
  return 0;
}

int main(void) {
  int a[3] = {4, 5, 6};
  int at;
  if (find(a, 3, 7, &at))
    return at;
  return find(a, 3, 5, &at) ? at - 1 : 2;
}
