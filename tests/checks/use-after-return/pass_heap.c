#include <stdlib.h>

static int *make(void) {
  int *p = malloc(sizeof *p);
  *p = 5;
  return p;
}

int main(void) {
  int *p = make();
  int x = *p - 5;
  free(p);
  return x;
}
