#include <stdlib.h>

static char *kept;

int main(void) {
  kept = malloc(16); // FAIL: unfreed
  // NATIVE: something still points to it, which is no leak
  return 0;
}
