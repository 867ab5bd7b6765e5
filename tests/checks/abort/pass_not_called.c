#include <stdlib.h>

int main(void) {
  int x = 5;
  if (x > 6)
    abort();
  return 0;
}
