/* Formats that write, read wildly, or print without end.
 *
 * expect 0: violation memory COUNT confirmed
 * expect 1: violation memory STRING confirmed
 * expect 2: violation memory FORMAT confirmed
 * expect 3: exit 0
 * expect 4: limit output
 * expect 5: limit output
 * expect 6: violation memory CONSTANT confirmed
 * expect 7: violation memory NULL confirmed
 */
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int k = __VERIFIER_nondet_int();
  static const int constant = 3;
  if (k == 0)
    printf("abc%n\n", (int *)(uintptr_t)12); /* COUNT */
  if (k == 1)
    printf("%s\n", (char *)(uintptr_t)0xdead0); /* STRING */
  if (k == 2) {
    char format[4];
    memset(format, 'f', sizeof format);
    printf(format); /* FORMAT */
  }
  if (k == 3) {
    int counted = 0;
    printf("%.*s%n\n", 3, "abcdef", &counted);
    return counted != 3;
  }
  if (k == 4)
    for (;;)
      puts("on and on and on and on and on and on and on and on and on and on");
  if (k == 5)
    printf("%*d\n", INT_MAX - 20, 1);
  if (k == 6)
    printf("abc%n\n", (int *)&constant); /* CONSTANT */
  printf(NULL); /* NULL */
  return 0;
}
