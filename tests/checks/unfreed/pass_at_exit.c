#include <stdlib.h>

static char *kept;

static void clean(void) {
  free(kept);
}

int main(void) {
  atexit(clean);
  kept = malloc(16);
  return 0;
}
