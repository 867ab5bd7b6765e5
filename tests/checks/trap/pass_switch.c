int main(void) {
  for (int i = 0; i < 6; i++)
    switch (i % 3) {
    case 0:
    case 1:
    case 2:
      break;
    default:
      __builtin_trap();
    }
  return 0;
}
