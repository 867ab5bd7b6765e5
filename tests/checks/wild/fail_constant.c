int main(void) {
  int *p = (int *)0x7eadbee0;
  *p = 1; // FAIL: wild
  return 0;
}
