#include <stdlib.h>

static void drop(int *p) {
  free(p); // FAIL: double-free
}

int main(void) {
  int *a = calloc(2, sizeof *a);
  int *b = a;
  drop(a);
  drop(b);
  return 0;
}
