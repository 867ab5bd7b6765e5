#include <stdlib.h>

struct node {
  struct node *next;
};

int main(void) {
  struct node *list = NULL;
  for (int i = 0; i < 3; i++) {
    struct node *n = malloc(sizeof *n);
    n->next = list;
    list = n;
  }
  while (list != NULL) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
  return 0;
}
