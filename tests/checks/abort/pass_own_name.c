#include <stdlib.h>

static int aborted(int x) {
  return x < 0;
}

int main(void) {
  if (aborted(1))
    abort();
  return 0;
}
