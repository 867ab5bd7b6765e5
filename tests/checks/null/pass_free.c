#include <stdlib.h>

int main(void) {
  free(NULL);
  int *p = realloc(NULL, sizeof(int));
  *p = 4;
  free(p);
  return 0;
}
