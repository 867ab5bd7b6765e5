/* Library calls with sizes that no object has.
 *
 * expect 0: violation memory MEMCPY confirmed
 * expect 1: violation memory MEMSET confirmed
 * expect 2: violation memory MEMMOVE confirmed
 * expect 3: violation memory STRNCPY confirmed
 * expect 4: violation memory MEMCMP confirmed
 * expect 5: violation memory FWRITE
 * expect 6: violation memory STRLEN confirmed
 * expect 7: violation memory COMPARE confirmed
 * expect 8: violation memory SNPRINTF confirmed
 * expect 9: violation memory STRCAT confirmed
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

static int compare(const void *a, const void *b) {
  return memcmp(a, b, 4); /* COMPARE */
}

int main(void) {
  int k = __VERIFIER_nondet_int();
  char a[32] = "", b[32] = "";
  volatile size_t all = SIZE_MAX, half = (size_t)1 << 31;
  if (k == 0)
    memcpy(a, b, all); /* MEMCPY */
  if (k == 1)
    memset(a, 1, half); /* MEMSET */
  if (k == 2)
    memmove(a, b, all - 7); /* MEMMOVE */
  if (k == 3)
    strncpy(a, "short", half); /* STRNCPY */
  if (k == 4)
    return memcmp(a, b, half); /* MEMCMP */
  if (k == 5)
    fwrite(a, 1, half, stdout); /* FWRITE */
  if (k == 6) {
    memset(a, 'a', sizeof a);
    return (int)strlen(a); /* STRLEN */
  }
  if (k == 7)
    qsort(a, 100, 4, compare);
  if (k == 8) {
    memset(b, 'b', sizeof b);
    snprintf(a, half, "%s and on and on and on and on %d", "something long", 12345); /* SNPRINTF */
  }
  memset(a, 'a', sizeof a - 1);
  strcat(a, a); /* STRCAT */
  return 0;
}
