int main(void) {
  double x = 1e30;
  float y = (float)x;
  unsigned long long z = (unsigned long long)1e19;
  return y < 1e29f || z == 0;
}
