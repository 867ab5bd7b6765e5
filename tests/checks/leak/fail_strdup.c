#include <string.h>

static int vowels(const char *text) {
  char *copy = strdup(text); // FAIL: leak
  int n = 0;
  for (int i = 0; copy[i] != '\0'; i++)
    n += copy[i] == 'a' || copy[i] == 'e';
  return n;
}

int main(void) {
  return vowels("education") + vowels("and") + vowels("art") - 4;
}
