#include <stdlib.h>

int main(void) {
  char *p = malloc(8);
  p[0] = 0;
  for (char *q = p; q >= p - 1; q--)
    *q = 'x'; // FAIL: bounds
  return 0;
}
