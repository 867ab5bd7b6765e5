#include <stdlib.h>

struct list {
  int n;
  int items[];
};

int main(void) {
  struct list *l = malloc(sizeof *l + 3 * sizeof(int));
  int i = 2;
  l->items[i] = 0;
  int x = l->items[i];
  free(l);
  return x;
}
