#include <string.h>

int main(void) {
  char text[4];
  text[0] = 'a';
  text[1] = 'b';
  text[3] = 0;
  size_t n = strlen(text); // FAIL: uninit
  return n > 100;
}
