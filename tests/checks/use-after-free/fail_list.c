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
  for (struct node *n = list; n != NULL; n = n->next) // FAIL: use-after-free
    free(n);
  return 0;
}
