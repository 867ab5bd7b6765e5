#include <stdbool.h>
#include <string.h>

int main(void) {
  bool b;
  memset(&b, 2, sizeof b);
  return b ? 1 : 0; // FAIL: bool
}
