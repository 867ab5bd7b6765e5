#include <stdlib.h>

int main(void) {
  int x = 1;
  int *volatile p = &x;
  free(p); // FAIL: bad-free
  return 0;
}
