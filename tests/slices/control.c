/* The check depends on decisions, an early exit and an assumption. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static void leave_if(int x) {
  if (x == 0)
    exit(0);
}

int main(void) {
  int mode = __VERIFIER_nondet_int() & 1, count = 0;
  leave_if(__VERIFIER_nondet_int() & 1);
  __VERIFIER_assume(__VERIFIER_nondet_int() & 1);
  for (int i = 0; i < 3; i++)
    if (__VERIFIER_nondet_int() & 1)
      count++;
  if (mode)
    assert(count < 3);
  return 0;
}
