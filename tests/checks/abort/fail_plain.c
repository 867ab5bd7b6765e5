#include <stdlib.h>

int main(void) {
  int *p = malloc(4);
  if (p != NULL)
    abort(); // FAIL: abort
  return 0;
}
