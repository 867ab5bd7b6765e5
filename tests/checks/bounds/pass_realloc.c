#include <stdlib.h>

int main(void) {
  char *p = malloc(1);
  for (int i = 0; i < 100; i++) {
    p = realloc(p, i + 1);
    p[i] = (char)i;
  }
  int last = p[99];
  free(p);
  return last - 99;
}
