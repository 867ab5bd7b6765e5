#include <string.h>

static const char *volatile nothing;

int main(void) {
  return (int)strlen(nothing); // FAIL: null
}
