#include <stdlib.h>

int main(void) {
  char *old = malloc(4);
  char *new = realloc(old, 400);
  old[0] = 'x'; // FAIL: use-after-free
  free(new);
  return 0;
}
