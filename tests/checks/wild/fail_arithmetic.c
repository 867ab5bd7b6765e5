int main(void) {
  unsigned long bits = 0x600df00dul * 2 + 6;
  short *p = (short *)bits;
  p[1] = 2; // FAIL: wild
  return 0;
}
