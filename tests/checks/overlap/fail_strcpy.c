#include <string.h>

int main(void) {
  char text[16] = " leading";
  char *from = text + 1;
  strcpy(text, from); // FAIL: overlap
  return text[0];
}
