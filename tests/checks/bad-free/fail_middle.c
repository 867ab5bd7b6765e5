#include <stdlib.h>

int main(void) {
  char *p = malloc(64);
  free(p + 16); // FAIL: bad-free
  return 0;
}
