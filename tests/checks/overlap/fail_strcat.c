#include <string.h>

int main(void) {
  char text[32] = "twice";
  char *again = text;
  strcat(text, again); // FAIL: overlap
  return text[0];
}
