/* Thirty-one keys put into a search tree without balancing: it is as low as can be only for few orders. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum { KEYS = 31 };

struct node {
  int key;
  int left, right;
};

int main(void) {
  struct node nodes[KEYS];
  int height = 0;

  for (int i = 0; i < KEYS; i++) {
    nodes[i].key = __VERIFIER_nondet_int();
    nodes[i].left = nodes[i].right = 0;
    int depth = 1;
    int at = 0;
    while (at != i) {
      int *child = nodes[i].key < nodes[at].key ? &nodes[at].left : &nodes[at].right;
      if (*child == 0) {
        *child = i;
      }
      at = *child;
      depth++;
    }
    if (depth > height) {
      height = depth;
    }
  }
  assert(height > 5);
  return 0;
}
