#include <stdlib.h>

int main(void) {
  char *p = malloc(3);
  for (int i = 0; i < 2; i++) {
    free(p);
    p = NULL;
  }
  return 0;
}
