int main(void) {
  int x = 1;
  const int *p = &x;
  *(int *)p = 0;
  return x;
}
