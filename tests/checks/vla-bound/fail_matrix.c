static int corner(int rows, int columns) {
  int m[rows][columns]; // FAIL: vla-bound
  m[0][0] = 1;
  return m[0][0];
}

int main(void) {
  return corner(2, 2) + corner(2, -1);
}
