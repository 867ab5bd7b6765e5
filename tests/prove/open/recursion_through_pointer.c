/* A function that is recursive only through a pointer: what its second call does must not be forgotten. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

struct actor {
  int (*act)(struct actor *, int);
  int seen;
};

static int descend(struct actor *self, int depth) {
  self->seen = depth;
  if (depth < 3 && __VERIFIER_nondet_int())
    return self->act(self, depth + 1);
  return self->seen;
}

int main(void) {
  struct actor a = {descend, 0};
  int last = a.act(&a, 0);
  assert(last == 0); /* open */
  assert(a.seen < 2); /* open */
  return 0;
}
