#include <stdlib.h>

int main(void) {
  char *p = malloc(4);
  p[3] = 'd';
  p = realloc(p, 400);
  int same = p[3] == 'd';
  free(p);
  return !same;
}
