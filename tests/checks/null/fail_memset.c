#include <string.h>

static char *volatile nowhere;

int main(void) {
  char *to = nowhere;
  memset(to, 0, 16); // FAIL: null
  return 0;
}
