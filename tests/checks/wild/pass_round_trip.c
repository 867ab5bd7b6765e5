int main(void) {
  int x = 5;
  unsigned long bits = (unsigned long)&x;
  int *p = (int *)bits;
  *p = 0;
  return x;
}
