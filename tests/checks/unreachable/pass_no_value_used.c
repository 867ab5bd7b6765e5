static int maybe(int x) {
  if (x)
    return 1;
}

int main(void) {
  maybe(0);
  return maybe(1) - 1;
}
