#include <stdlib.h>

int main(void) {
  free(malloc(8));
  return 0;
}
