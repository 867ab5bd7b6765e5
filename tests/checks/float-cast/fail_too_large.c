int main(void) {
  double x = 1e10;
  return (int)x; // FAIL: float-cast
}
