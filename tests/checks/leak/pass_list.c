#include <stdlib.h>

struct node {
  struct node *next;
};

static struct node *list;

int main(void) {
  for (int i = 0; i < 5; i++) {
    struct node *n = malloc(sizeof *n);
    n->next = list;
    list = n;
  }
  return 0;
}
