#include <stdlib.h>

int main(void) {
  char *p = malloc(3);
  free(p);
  p = realloc(p, 10); // FAIL: double-free
  return 0;
}
