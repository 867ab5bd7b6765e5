#include <stdlib.h>

int main(void) {
  char *p = malloc(3), *q = malloc(3);
  free(p);
  free(q);
  return 0;
}
