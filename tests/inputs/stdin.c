/* Standard input read in every unformatted way. */
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int c = getchar();
  if (c == EOF) {
    printf("empty %d\n", feof(stdin));
    return 0;
  }
  ungetc(c, stdin);
  char line[8];
  if (fgets(line, sizeof line, stdin))
    printf("line %s|\n", line);
  char pair[2];
  size_t n = fread(pair, 1, 2, stdin);
  printf("pair %zu %.*s|\n", n, (int)n, pair);
  char *text = NULL;
  size_t capacity = 0;
  long length = getline(&text, &capacity, stdin);
  printf("rest %ld %s|\n", length, length > 0 ? text : "");
  free(text);
  printf("end %d %d\n", getc(stdin), feof(stdin) != 0);
  return 0;
}
