int main(void) {
  volatile double zero = 0;
  double x = 1 / zero;
  return x > 1e300 ? 0 : 1;
}
