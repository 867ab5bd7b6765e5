static unsigned long long mask(int bits) {
  return ~0ull >> (64 - bits); // FAIL: shift
}

int main(void) {
  return mask(3) == 7 && mask(64) && mask(0) == 0;
}
