#include <stdlib.h>

static void die_if(int condition) {
  if (condition)
    abort(); // FAIL: abort
}

int main(void) {
  die_if(0);
  die_if(1);
  return 0;
}
