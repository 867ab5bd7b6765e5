/* Objects of the library in the program's hands: overwritten streams, made-up streams, wild argument lists.
 *
 * expect 0: violation memory STREAM
 * expect 1: violation memory FORGED
 * expect 2: violation memory LIST
 * expect 3: violation memory TOKEN confirmed
 * expect 4: exit 0
 * expect 5: violation memory END confirmed
 */
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

static int wild(const char *format, ...) {
  va_list list;
  int sum = 0;
  va_start(list, format);
  for (int i = 0; i < 10000000; i++)
    sum += (int)strlen(va_arg(list, char *)); /* LIST */
  va_end(list);
  return sum;
}

int main(void) {
  int k = __VERIFIER_nondet_int();
  if (k == 0) {
    memset(stdout, 0xff, sizeof *stdout); /* STREAM */
    puts("?");
  }
  if (k == 1)
    fputs("?", (FILE *)(uintptr_t)0x5000); /* FORGED */
  if (k == 2)
    return wild("", "one", "two");
  if (k == 3)
    return strtok((char *)(uintptr_t)3, ",") == NULL; /* TOKEN */
  if (k == 4) {
    for (int i = 0; i < 1000; i++)
      atexit(abort);
    _Exit(0);
  }
  char *end = (char *)(uintptr_t)7;
  return (int)strtol("12", (char **)end, 10); /* END */
}
