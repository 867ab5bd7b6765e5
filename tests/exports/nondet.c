#include <assert.h>

int __VERIFIER_nondet_int(void);
double __VERIFIER_nondet_double(void);
unsigned char __VERIFIER_nondet_uchar(void);
_Bool __VERIFIER_nondet_bool(void);

static int level(int x) {
  switch (x) {
  case 3:
    return 1;
  case -70000:
    return 2;
  default:
    return 0;
  }
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  double d = __VERIFIER_nondet_double();
  unsigned char c = __VERIFIER_nondet_uchar();
  int n = level(x);
  if (n == 2 && d < -0.5)
    n++;
  if (__VERIFIER_nondet_bool() && n == 1)
    return 7;
  assert(n < 3 || c != 200);
  return 0;
}
