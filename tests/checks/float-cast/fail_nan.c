int main(void) {
  volatile double zero = 0;
  double nan = zero / zero;
  return (int)nan; // FAIL: float-cast
}
