/* Variable-length arrays and alloca of absurd sizes.
 *
 * expect 1000000000: limit memory
 * expect 2000000000: limit memory
 * expect -5: limit memory
 */
#include <alloca.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  long n = __VERIFIER_nondet_int();
  char *p = alloca((size_t)n * 2);
  p[0] = 1;
  long array[n > 0 ? n : 1];
  array[0] = 1;
  return p[0] + (int)array[0];
}
