#include <stdlib.h>
#include <string.h>

int main(void) {
  char *copy = malloc(4);
  strncpy(copy, "abcdef", 4);
  int c = strcmp(copy, "abcde"); // FAIL: terminator
  free(copy);
  return c;
}
