static int zero(void) {
  return 0;
}

int main(void) {
  return 10 / zero(); // FAIL: division
}
