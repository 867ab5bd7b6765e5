/* free and realloc of everything that is not a heap object, or no longer is.
 *
 * expect 0: violation memory LOCAL confirmed
 * expect 1: violation memory GLOBAL confirmed
 * expect 2: violation memory CODE confirmed
 * expect 3: violation memory MIDDLE confirmed
 * expect 4: violation memory LITERAL confirmed
 * expect 5: violation memory TWICE confirmed
 * expect 6: violation memory REALLOC confirmed
 * expect 7: violation memory WILD confirmed
 * expect 8: violation memory AGAIN confirmed
 * expect 9: violation memory USE confirmed
 */
#include <stdint.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int global;

int main(void) {
  int k = __VERIFIER_nondet_int(), local = 0;
  char *heap = malloc(100);
  if (k == 0)
    free(&local); /* LOCAL */
  if (k == 1)
    free(&global); /* GLOBAL */
  if (k == 2)
    free((void *)main); /* CODE */
  if (k == 3)
    free(heap + 16); /* MIDDLE */
  if (k == 4)
    free((void *)"text"); /* LITERAL */
  free(heap);
  if (k == 5)
    free(heap); /* TWICE */
  if (k == 6)
    heap = realloc(&global, 10); /* REALLOC */
  if (k == 7)
    free((void *)(uintptr_t)0xabcdef0); /* WILD */
  if (k == 8)
    heap = realloc(heap, 10); /* AGAIN */
  return heap[3]; /* USE */
}
