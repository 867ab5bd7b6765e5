#include <stdlib.h>

int main(void) {
  char *p = malloc(3);
  free(p);
  free(p); // FAIL: double-free
  return 0;
}
