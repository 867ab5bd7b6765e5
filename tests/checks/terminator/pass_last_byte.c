#include <string.h>

int main(void) {
  char text[4] = "abc";
  return (int)strlen(text) - 3;
}
