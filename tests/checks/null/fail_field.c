#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node only = {1, NULL};
  struct node *p = &only;
  p = p->next;
  p->value = 2; // FAIL: null
  return 0;
}
