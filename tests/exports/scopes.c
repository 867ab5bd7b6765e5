// Clang makes branches of its own where a scope is left, an atomic object changes and complex numbers are multiplied. The
// source has six decisions, which are twelve edges; TestCov has a label for each but the two of `&&`.
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);

static atomic_int counter;
static int left;

static void leave(int *number) { left += *number; }

static int scopes(int turns, int order) {
  __attribute__((cleanup(leave))) int outer = 1;
  for (int i = 0; i < turns; i++) { // 1
    int room[turns + 1];
    room[i] = __VERIFIER_nondet_int();
    if (room[i] == 3) // 2
      break;
    if (room[i] == 4) // 3
      continue;
    if (room[i] == 5) // 4
      return outer;
    if (room[i] == 6 && order > 2) // 5, 6
      goto out;
    counter *= room[i] & 3;
    left += atomic_load_explicit(&counter, order);
  }
out:
  return left;
}

int main(void) {
  double _Complex z = 2.0 + 1.0i * __VERIFIER_nondet_int();
  z = z * z;
  return scopes(__VERIFIER_nondet_int() & 7, __VERIFIER_nondet_int()) + (int)__real__ z;
}
