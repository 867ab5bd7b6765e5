/* Recursion whose every call takes a megabyte, and stack memory taken in a loop.
 *
 * expect 0: limit memory
 * expect 1: limit memory
 * expect 2: limit memory
 */
#include <alloca.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

static int deep(int x) {
  char frame[1 << 20];
  memset(frame, x, sizeof frame);
  return deep(x + 1) + frame[x & 0xffff];
}

static int growing(int n) {
  char frame[n];
  frame[0] = frame[n - 1] = 1;
  return growing(n * 2) + frame[n / 2];
}

int main(void) {
  int k = __VERIFIER_nondet_int();
  if (k == 0)
    return deep(0);
  if (k == 1)
    return growing(1024);
  for (;;) {
    char *p = alloca(1 << 16);
    *p = 1;
  }
}
