int main(void) {
  double x = -9223372036854775808.0;
  long long y = (long long)x;
  return y >= 0;
}
