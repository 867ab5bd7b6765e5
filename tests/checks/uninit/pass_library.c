#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *text = malloc(64), small[8];
  snprintf(text, 64, "%d %s %.3f %c", 42, "words", 1.5, 'x');
  strncpy(small, text, sizeof small);
  small[7] = 0;
  char *grown = realloc(text, 128);
  strcat(grown, small);
  int *zeros = calloc(4, sizeof *zeros);
  printf("%s %d %ld\n", grown, zeros[3], strtol("17", NULL, 10));
  free(zeros);
  free(grown);
  return 0;
}
