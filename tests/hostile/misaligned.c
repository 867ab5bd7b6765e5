/* Accesses at odd addresses, which the machine allows, and those that leave their object by a byte;
 * natively the sanitizer looks only at the first byte of an access.
 *
 * expect 0: exit 0
 * expect 1: violation memory READ
 * expect 2: violation memory WRITE
 * expect 3: violation memory BEFORE confirmed
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

static uint64_t get(const char *p) {
  uint64_t value;
  memcpy(&value, p, sizeof value);
  return value;
}

int main(void) {
  int k = __VERIFIER_nondet_int();
  char *bytes = malloc(64);
  for (int i = 0; i < 64; i++)
    bytes[i] = (char)i;
  if (k == 0) {
    uint64_t sum = 0;
    for (int i = 0; i <= 56; i++)
      sum += get(bytes + i) >> (i & 7);
    free(bytes);
    return sum == 0;
  }
  if (k == 1)
    return *(int *)(bytes + 61) == 0; /* READ */
  if (k == 2)
    *(double *)(bytes + 57) = 1.0; /* WRITE */
  *(short *)(bytes - 1) = 1; /* BEFORE */
  return 0;
}
