#include <string.h>

static char digits[4] = {'1', '2', '3', '4'};

int main(void) {
  char *copy = strdup(digits); // FAIL: terminator
  return copy[0];
}
