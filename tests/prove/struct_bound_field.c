/* A counter in a structure bounds its array. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
extern void abort(void);

struct stack {
  int depth;
  int data[32];
};

static void push(struct stack *s, int x) {
  if (s->depth < 32)
    s->data[s->depth++] = x;
}

static int pop(struct stack *s) {
  if (s->depth > 0)
    return s->data[--s->depth];
  return 0;
}

int main(void) {
  struct stack s;
  s.depth = 0;
  for (int i = 0; i < 100; i++)
    if (__VERIFIER_nondet_int())
      push(&s, i);
    else
      pop(&s);
  assert(s.depth >= 0 && s.depth <= 32);
  return 0;
}
