#include <stdio.h>
#include <string.h>

int main(void) {
  char text[4];
  memcpy(text, "four", 4);
  printf("%s\n", text); // FAIL: terminator
  return 0;
}
