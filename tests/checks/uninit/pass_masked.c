int main(void) {
  unsigned x;
  unsigned *volatile p = &x;
  *p &= 0;
  *p |= 7;
  if (*p != 7)
    return 1;
  return 0;
}
