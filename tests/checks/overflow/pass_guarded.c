#include <limits.h>

static int add(int a, int b) {
  int sum;
  return __builtin_add_overflow(a, b, &sum) ? INT_MAX : sum;
}

int main(void) {
  return add(INT_MAX, 5) != INT_MAX || add(-3, 3) != 0;
}
