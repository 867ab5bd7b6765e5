#include <limits.h>

static int absolute(int x) {
  return x < 0 ? -x : x; // FAIL: overflow
}

int main(void) {
  return absolute(3) + absolute(INT_MIN);
}
