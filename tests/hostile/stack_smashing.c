/* Writes over everything around local variables, in all directions.
 *
 * expect 0: violation memory UP confirmed
 * expect 1: violation memory DOWN confirmed
 * expect 2: violation memory FILL confirmed
 * expect 3: violation memory COPY confirmed
 * expect 4: violation memory INNER confirmed
 * expect 5: violation memory FAR
 */
#include <string.h>

extern int __VERIFIER_nondet_int(void);

static void inner(char *callers) {
  for (int i = 0;; i--)
    callers[i] = 0x41; /* INNER */
}

int main(void) {
  int k = __VERIFIER_nondet_int();
  char local[16] = "", copy[4] = "";
  char *volatile p = local;
  if (k == 0)
    for (int i = 0;; i++)
      p[i] = 0x41; /* UP */
  if (k == 1)
    for (int i = 15;; i--)
      p[i] = 0x41; /* DOWN */
  if (k == 2)
    memset(local, 0x41, 4096); /* FILL */
  if (k == 3)
    strcpy(copy, "a good deal longer than four bytes"); /* COPY */
  if (k == 4)
    inner(local);
  if (k == 5)
    p[k * 100000000] = 1; /* FAR */
  return 0;
}
