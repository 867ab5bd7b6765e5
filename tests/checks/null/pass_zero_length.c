#include <string.h>

static char *volatile nowhere;

int main(void) {
  char buffer[4] = "abc";
  char *from = nowhere;
  size_t n = 0;
  if (n != 0)
    memcpy(buffer, from, n);
  return buffer[0] != 'a';
}
