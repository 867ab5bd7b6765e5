/* Writes to functions, constants and string literals.
 *
 * expect 0: violation memory CODE confirmed
 * expect 1: violation memory CONSTANT confirmed
 * expect 2: violation memory LITERAL confirmed
 * expect 3: violation memory LIBRARY confirmed
 * expect 4: violation memory TABLE confirmed
 * expect 5: violation memory MAIN confirmed
 */
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

static int victim(int x) {
  return x + 1;
}

static const int constant = 42;
static const struct {
  int size;
  const char *names[2];
} table = {2, {"a", "b"}};

int main(void) {
  int k = __VERIFIER_nondet_int();
  if (k == 0) {
    char *code = (char *)victim;
    code[0] = (char)0xc3; /* CODE */
  }
  if (k == 1)
    *(volatile int *)&constant = 43; /* CONSTANT */
  if (k == 2) {
    char *text = "literal";
    text[2] = 'x'; /* LITERAL */
  }
  if (k == 3)
    memset((char *)"library", 0, 4); /* LIBRARY */
  if (k == 4)
    ((const char **)table.names)[1] = "c"; /* TABLE */
  memcpy((void *)main, "\xcc\xcc", 2); /* MAIN */
  return victim(constant);
}
