#include <stdlib.h>

static int total;

int main(void) {
  int *a = malloc(4 * sizeof *a);
  for (int i = 0; i < 3; i++)
    a[i] = i;
  for (int i = 0; i < 4; i++)
    if (a[i] != 7) // FAIL: uninit
      total++;
  free(a);
  return 0;
}
