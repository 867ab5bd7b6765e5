#include <stdlib.h>

static int length(int n) {
  int *a = calloc(n, sizeof *a); // FAIL: leak
  a[0] = n;
  n = a[0];
  a = NULL;
  return n;
}

int main(void) {
  return length(5) - 5;
}
