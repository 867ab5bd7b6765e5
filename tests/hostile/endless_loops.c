/* Loops without end: empty, with work, and inside a library function.
 *
 * expect 0: limit steps
 * expect 1: limit steps
 * expect 2: limit steps
 * expect 3: limit steps
 */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  struct node *next;
};

/* No order at all: says "less" whatever it is asked. */
static int lying(const void *a, const void *b) {
  (void)a, (void)b;
  return -1;
}

int main(void) {
  int k = __VERIFIER_nondet_int();
  volatile unsigned work = 1;
  if (k == 0)
    for (;;)
      ;
  if (k == 1)
    while (work | 1)
      work = work * 1664525 + 1013904223;
  if (k == 2) {
    struct node ring = {&ring};
    for (struct node *n = &ring; n; n = n->next)
      ;
  }
  int numbers[1000];
  for (;;) {
    for (int i = 0; i < 1000; i++)
      numbers[i] = i * 7919 % 1000;
    qsort(numbers, 1000, sizeof *numbers, lying);
  }
}
