static const int table[3] = {1, 2, 3};

int main(void) {
  int sum = 0;
  for (int i = 0; i < 3; i++)
    sum += table[i];
  return sum - 6;
}
