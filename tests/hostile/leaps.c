/* Control flow that cannot be simulated is said to be so.
 *
 * expect 0: dead_end
 * expect 1: dead_end
 * expect 2: exit 0
 */
#include <setjmp.h>
#include <unistd.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int k = __VERIFIER_nondet_int();
  static jmp_buf place;
  if (k == 0)
    return setjmp(place);
  if (k == 1)
    return fork();
  return 0;
}
