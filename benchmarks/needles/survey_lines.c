/* Two survey lines, each through two known marks: the point on both of them is the buried pipe. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

struct point {
  long x, y;
};

/* Twice the area of a triangle: zero if its corners are in line. */
static long cross(struct point a, struct point b, struct point c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static int in_line(struct point a, struct point b, struct point c) {
  return cross(a, b, c) == 0;
}

int main(void) {
  struct point north = {-3967, 11389}, south = {4206, -7399};
  struct point west = {-7131, -2842}, east = {6253, 798};
  struct point pipe;
  pipe.x = __VERIFIER_nondet_int();
  pipe.y = __VERIFIER_nondet_int();
  __VERIFIER_assume(pipe.x >= -100000000 && pipe.x <= 100000000);
  __VERIFIER_assume(pipe.y >= -100000000 && pipe.y <= 100000000);

  if (in_line(north, south, pipe)) {
    assert(!in_line(west, east, pipe));
  }
  return 0;
}
