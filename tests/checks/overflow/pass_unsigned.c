int main(void) {
  unsigned x = 0xffffffffu;
  x += 1;
  x -= 1;
  return x * x != 1;
}
