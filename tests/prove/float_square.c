/* A square plus one is not zero. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
extern void abort(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  if (!(x >= -100.0 && x <= 100.0))
    return 0;
  double y = x * x + 1.0;
  assert(y <= 10001.0);
  return (int)y;
}
