int main(void) {
  double high = 2147483647.9, low = -2147483648.9;
  return (int)high != 2147483647 || (int)low + 1 != -2147483647;
}
