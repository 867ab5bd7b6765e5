/* Heap: a binary search tree of allocated nodes, searched and freed. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
  struct node *left, *right;
  unsigned key;
};

static struct node *insert(struct node *tree, unsigned key) {
  struct node **place = &tree;
  while (*place)
    place = key < (*place)->key ? &(*place)->left : &(*place)->right;
  *place = malloc(sizeof **place);
  if (*place)
    **place = (struct node){0, 0, key};
  return tree;
}

static unsigned depth(const struct node *tree, unsigned key) {
  unsigned n = 0;
  while (tree && tree->key != key) {
    tree = key < tree->key ? tree->left : tree->right;
    n++;
  }
  return n;
}

static void discard(struct node *tree) {
  if (tree) {
    discard(tree->left);
    discard(tree->right);
    free(tree);
  }
}

unsigned kernel(unsigned seed) {
  struct node *tree = 0;
  unsigned x = seed | 1, sum = 0;
  for (int i = 0; i < 120; i++) {
    x = x * 1664525 + 1013904223;
    tree = insert(tree, x >> 8);
  }
  x = seed | 1;
  for (int i = 0; i < 400; i++) {
    x = x * 1664525 + 1013904223;
    sum += depth(tree, x >> 8);
  }
  discard(tree);
  return sum;
}

int main(void) { return (int)(kernel((unsigned)__VERIFIER_nondet_int()) & 127); }
