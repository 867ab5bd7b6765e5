#include <stdlib.h>

int main(void) {
  char *volatile p = malloc(16); // FAIL: leak
  p = malloc(8);
  free(p);
  return 0;
}
