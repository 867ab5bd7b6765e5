#include <string.h>

int main(void) {
  char text[16] = "abcdef";
  memmove(text + 1, text, 6);
  return strcmp(text, "aabcdef");
}
