#include <stdlib.h>

static int *a, *b;

int main(void) {
  a = malloc(4);
  b = malloc(4); // FAIL: unfreed
  // NATIVE: something still points to it, which is no leak
  free(a);
  return 0;
}
