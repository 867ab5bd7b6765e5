int main(void) {
  signed char c = 127;
  c++;
  short s = (short)40000;
  return c + 128 + (s + 25536);
}
