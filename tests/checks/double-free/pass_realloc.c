#include <stdlib.h>

int main(void) {
  char *p = malloc(3);
  p = realloc(p, 10);
  free(p);
  return 0;
}
