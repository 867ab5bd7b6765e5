#include <stdlib.h>

static int *a;

int main(void) {
  a = malloc(4);
  a = realloc(a, 400); // FAIL: unfreed
  // NATIVE: something still points to it, which is no leak
  return 0;
}
