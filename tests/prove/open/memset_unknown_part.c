/* A memset over an unknown part of an object may change any of its bytes. */
#include <assert.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int a[4] = {1, 1, 1, 1};
  unsigned n = __VERIFIER_nondet_uint() % 17;
  memset(a, 0, n);
  assert(a[0] == 1); /* open */
  assert(a[3] == 1); /* open */
  char b[8] = "abcdefg";
  memset(b + n % 8, 'x', 1);
  assert(b[0] == 'a'); /* open */
  return 0;
}
