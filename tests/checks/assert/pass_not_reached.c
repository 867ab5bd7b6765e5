#include <assert.h>

static int sign(int x) {
  if (x > 0)
    return 1;
  if (x < 0)
    return -1;
  if (x == 0)
    return 0;
  assert(!"a number is none of these");
  return 2;
}

int main(void) {
  return sign(-3) + sign(0) + sign(9);
}
