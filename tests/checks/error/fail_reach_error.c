extern void reach_error(void);

int main(void) {
  unsigned x = 7;
  if (x * x == 49)
    reach_error(); // FAIL: error
  return 0;
}
