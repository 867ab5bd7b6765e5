int main(void) {
  int a = -7, b = 2;
  return a / b + 3 + (a % b) + 1;
}
