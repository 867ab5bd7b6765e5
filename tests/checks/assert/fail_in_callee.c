#include <assert.h>

static void need_even(int n) {
  assert(n % 2 == 0); // FAIL: assert
}

int main(void) {
  for (int i = 0; i < 10; i += 3)
    need_even(i);
  return 0;
}
