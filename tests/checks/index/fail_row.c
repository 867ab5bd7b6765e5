int main(void) {
  int m[3][4] = {{0}};
  int sum = 0;
  for (int i = 0; i <= 4; i++)
    sum += m[1][i]; // FAIL: index
  return sum;
}
