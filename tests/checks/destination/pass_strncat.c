#include <string.h>

int main(void) {
  char text[6] = "ab";
  strncat(text, "cdefgh", 3);
  return strcmp(text, "abcde");
}
