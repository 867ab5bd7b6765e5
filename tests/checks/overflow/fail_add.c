#include <limits.h>

int main(void) {
  int x = INT_MAX;
  int y = 1;
  return x + y; // FAIL: overflow
}
