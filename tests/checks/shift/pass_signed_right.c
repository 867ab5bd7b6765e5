int main(void) {
  int x = -8;
  return (x >> 2) + 2;
}
