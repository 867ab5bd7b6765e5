#include <assert.h>

static int next(int x) {
  return x + 1;
}

int main(void) {
  assert(next(1) == 3); // FAIL: assert
  return 0;
}
