#include <stdio.h>

int main(void) {
  char small[4];
  int length = snprintf(small, sizeof small, "%d", 123456);
  return length - 6 + small[3];
}
