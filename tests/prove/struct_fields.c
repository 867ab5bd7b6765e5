/* Fields of a local structure, through its address. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
extern void abort(void);

struct point {
  int x, y;
};

static void move(struct point *p, int by) {
  p->x ^= by;
  p->y ^= by;
}

int main(void) {
  struct point p = {1, 2};
  move(&p, 3);
  return p.x;
}
