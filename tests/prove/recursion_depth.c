/* A recursion with a bounded index. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
extern void abort(void);

static int path[20];

static void walk(int depth) {
  if (depth >= 20 || depth < 0)
    return;
  path[depth] = depth;
  walk(depth + 1);
}

int main(void) {
  walk(0);
  return path[19];
}
