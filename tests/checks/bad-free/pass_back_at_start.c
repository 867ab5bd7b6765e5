#include <stdlib.h>

int main(void) {
  char *p = malloc(10);
  char *q = p + 5;
  q -= 5;
  free(q);
  return 0;
}
