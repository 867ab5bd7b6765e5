/* Heap memory taken without end, in large and small pieces, and more of it at once than there can be, which gives a null pointer.
 *
 * expect 0: limit memory
 * expect 1: limit memory
 * expect 2: violation memory NULL confirmed
 * expect 3: limit memory
 * expect 4: violation memory PRODUCT
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  struct node *next;
  char load[5000];
};

int main(void) {
  int k = __VERIFIER_nondet_int();
  if (k == 0)
    for (;;)
      *(char *)malloc(1 << 20) = 1;
  if (k == 1) {
    struct node *list = NULL;
    for (;;) {
      struct node *node = malloc(sizeof *node);
      node->next = list;
      list = node;
    }
  }
  if (k == 2)
    return *(char *)malloc(SIZE_MAX - 100); /* NULL */
  if (k == 3) {
    char *text = NULL;
    for (size_t size = 16;; size *= 2) {
      text = realloc(text, size);
      memset(text, 'x', size);
    }
  }
  return *(char *)calloc(1 << 12, SIZE_MAX >> 9); /* PRODUCT */
}
