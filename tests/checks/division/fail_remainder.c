int main(void) {
  unsigned long n = 5;
  unsigned long sum = 0;
  for (unsigned long i = 3; i <= 3; i--)
    sum += n % i; // FAIL: division
  return (int)sum;
}
