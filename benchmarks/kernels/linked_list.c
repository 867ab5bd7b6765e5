/* Linked list: nodes from a pool, sorted by merging, walked several times. */
extern int __VERIFIER_nondet_int(void);

struct node {
  struct node *next;
  int value;
};
static struct node pool[400];

static struct node *merge(struct node *a, struct node *b) {
  struct node head, *last = &head;
  while (a && b) {
    struct node **smaller = a->value <= b->value ? &a : &b;
    last->next = *smaller;
    last = *smaller;
    *smaller = (*smaller)->next;
  }
  last->next = a ? a : b;
  return head.next;
}

static struct node *sort(struct node *list) {
  if (!list || !list->next)
    return list;
  struct node *slow = list, *fast = list->next;
  while (fast && fast->next) {
    slow = slow->next;
    fast = fast->next->next;
  }
  struct node *half = slow->next;
  slow->next = 0;
  return merge(sort(list), sort(half));
}

unsigned kernel(unsigned seed) {
  unsigned x = seed | 1, sum = 0;
  struct node *list = 0;
  for (int i = 0; i < 400; i++) {
    x = x * 1664525 + 1013904223;
    pool[i].value = (int)(x >> 16);
    pool[i].next = list;
    list = &pool[i];
  }
  list = sort(list);
  for (int round = 0; round < 10; round++)
    for (struct node *node = list; node; node = node->next)
      sum = sum * 3 + (unsigned)node->value;
  return sum;
}

int main(void) { return (int)(kernel((unsigned)__VERIFIER_nondet_int()) & 127); }
