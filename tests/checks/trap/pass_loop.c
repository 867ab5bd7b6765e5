int main(void) {
  unsigned char i = 0;
  do
    if (i > 255)
      __builtin_trap();
  while (++i != 0);
  return 0;
}
