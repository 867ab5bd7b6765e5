#include <stdio.h>

int main(void) {
  char text[32] = "a longer text";
  char *rest = text + 2;
  sprintf(text, "%s", rest); // FAIL: overlap
  // NATIVE: the sanitizer does not look at what printf copies
  return text[0];
}
