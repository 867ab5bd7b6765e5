extern void reach_error(void);

int main(void) {
  for (unsigned x = 0; x < 100; x++)
    if (x * x % 4 == 2)
      reach_error();
  return 0;
}
