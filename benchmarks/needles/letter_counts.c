/* After the word COUNT, letters are counted in a table for ASCII: others have a negative code where char is signed. */
#include <stdio.h>
#include <string.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
  int counts[128] = {0};
  char text[8];
  for (int i = 0; i < 8; i++) {
    text[i] = __VERIFIER_nondet_char();
  }
  if (strncmp(text, "COUNT ", 6) != 0) {
    return 0;
  }
  for (int i = 6; i < 8; i++) {
    int code = text[i];
    counts[code]++;
  }
  printf("%d\n", counts['e']);
  return 0;
}
