#include <stdlib.h>

static char *kept;

int main(void) {
  kept = malloc(16);
  return 0;
}
