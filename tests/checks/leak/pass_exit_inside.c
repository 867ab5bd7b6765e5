#include <stdlib.h>

static void finish(char *p) {
  p[0] = 0;
  exit(p[0]);
}

int main(void) {
  char *p = malloc(4);
  finish(p);
  return p[1];
}
