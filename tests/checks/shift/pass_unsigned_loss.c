int main(void) {
  unsigned x = 0xffffffffu;
  return (x << 31) != 0x80000000u;
}
