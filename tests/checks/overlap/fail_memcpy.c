#include <string.h>

static void shift(char *p, size_t n) {
  memcpy(p + 1, p, n); // FAIL: overlap
}

int main(void) {
  char text[16] = "abcdef";
  shift(text, 6);
  return text[1];
}
