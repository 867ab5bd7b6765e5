#include <stdlib.h>

static void give_up(void) {
  abort(); // FAIL: abort
}

static void (*volatile end)(void) = give_up;

int main(void) {
  end();
  return 0;
}
