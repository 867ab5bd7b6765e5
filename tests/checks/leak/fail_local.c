#include <stdlib.h>

static int length(int n) {
  int *a = calloc(n, sizeof *a); // FAIL: leak
  a[0] = n;
  return a[0];
}

int main(void) {
  int sum = 0;
  for (int i = 1; i < 5; i++)
    sum += length(i);
  return sum - 10;
}
