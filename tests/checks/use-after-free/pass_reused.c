#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
  *p = 1;
  free(p);
  p = malloc(sizeof *p);
  *p = 0;
  int x = *p;
  free(p);
  return x;
}
