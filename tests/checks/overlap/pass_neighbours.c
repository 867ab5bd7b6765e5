#include <string.h>

int main(void) {
  char text[16] = "abcd";
  memcpy(text + 4, text, 4);
  strcpy(text + 9, "xy");
  return strncmp(text, "abcdabcd", 8);
}
