/* Calls and jumps to what is not a function.
 *
 * expect 0: violation call CALL confirmed
 * expect 1: violation call CALL confirmed
 * expect 2: violation call CALL confirmed
 * expect 3: violation call CALL confirmed
 * expect 4: violation call CALL confirmed
 * expect 5: violation call CALL confirmed
 * expect 6: violation call HANDLER confirmed
 * expect 7: violation call COMPARE confirmed
 */
#include <stdint.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int data[4];

int main(void) {
  int k = __VERIFIER_nondet_int();
  uintptr_t places[] = {0, 1, 0x7ffffff0, UINTPTR_MAX - 15, (uintptr_t)data, (uintptr_t)malloc(16)};
  if (k < 6)
    ((void (*)(int, double, char *))places[k])(1, 2.0, "three"); /* CALL */
  if (k == 6) {
    atexit((void (*)(void))(uintptr_t)8);
    exit(0); /* HANDLER */
  }
  qsort(data, 4, 4, (int (*)(const void *, const void *))(uintptr_t)16); /* COMPARE */
  return 0;
}
