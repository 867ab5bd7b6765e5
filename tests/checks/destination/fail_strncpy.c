#include <string.h>

int main(void) {
  char small[4];
  size_t n = 16;
  strncpy(small, "abc", n); // FAIL: destination
  return small[0];
}
