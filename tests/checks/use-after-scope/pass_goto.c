int main(void) {
  int rounds = 0;
again:;
  int x = rounds;
  int *p = &x;
  if (*p < 3) {
    rounds++;
    goto again;
  }
  return x - 3;
}
