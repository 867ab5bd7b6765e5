#include <stdbool.h>

int main(void) {
  int x = 7;
  bool b = x;
  return b - 1;
}
