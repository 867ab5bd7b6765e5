#include <string.h>

static char *name = (char *)"nobody";

int main(void) {
  strcpy(name, "me"); // FAIL: constant-write
  return 0;
}
