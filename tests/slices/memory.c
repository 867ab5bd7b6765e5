/* The check depends on a store through a pointer, in another function. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int state[4], noise[4];

static void put(int *to, int x) {
  *to = x;
}

int main(void) {
  for (int i = 0; i < 4; i++) {
    put(&noise[i], i);
    put(&state[i], __VERIFIER_nondet_int() & 3);
  }
  assert(state[1] != 3 || noise[0] != 0);
  return 0;
}
