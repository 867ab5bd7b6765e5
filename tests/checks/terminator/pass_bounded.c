#include <string.h>

int main(void) {
  char text[3] = {'a', 'b', 'c'};
  return (int)strnlen(text, 3) - 3 + strncmp(text, "abcd", 3);
}
