/* An index brought into range from both sides. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
extern void abort(void);

static int clamp(int x, int low, int high) {
  if (x < low)
    return low;
  if (x > high)
    return high;
  return x;
}

int main(void) {
  int a[50] = {0};
  int i = clamp(__VERIFIER_nondet_int(), 0, 49);
  a[i] = 1;
  assert(i >= 0 && i < 50);
  return a[i];
}
