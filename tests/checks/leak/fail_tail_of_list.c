#include <stdlib.h>

struct node {
  struct node *next;
};

static struct node *push(struct node *list) {
  struct node *n = malloc(sizeof *n); // FAIL: leak
  n->next = list;
  return n;
}

int main(void) {
  struct node *list = push(push(push(NULL)));
  free(list);
  return 0;
}
