#include <stdlib.h>

struct line {
  int length;
  char text[];
};

int main(void) {
  struct line *l = malloc(sizeof *l + 5);
  l->length = 5;
  for (int i = 0; i < l->length; i++)
    l->text[i] = 'a';
  free(l);
  return 0;
}
