#include <string.h>

int main(void) {
  char from[16] = "fifteen letters";
  char to[8];
  size_t n = sizeof from;
  char *target = to;
  memcpy(target, from, n); // FAIL: bounds
  return to[0];
}
