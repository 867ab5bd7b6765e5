/* Three masts and a place: only in the one point equally far from all of them is the fix ambiguous. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

struct point {
  long x, y;
};

static const struct point masts[3] = {
  {31842, 233},
  {30449, 1920},
  {32096, 1249},
};

static long squared_distance(struct point p, struct point q) {
  return (p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y);
}

int main(void) {
  struct point here;
  here.x = __VERIFIER_nondet_int();
  here.y = __VERIFIER_nondet_int();
  __VERIFIER_assume(here.x >= -1000000000 && here.x <= 1000000000);
  __VERIFIER_assume(here.y >= -1000000000 && here.y <= 1000000000);

  long first = squared_distance(here, masts[0]);
  long second = squared_distance(here, masts[1]);
  long third = squared_distance(here, masts[2]);
  assert(first != second || second != third);
  return 0;
}
