/* Open hashing of twenty-four keys into as many chains: none longer than one. */
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);
enum { KEYS = 24 };
int main(void) {
  unsigned int keys[KEYS];
  int next[KEYS], first[KEYS], longest = 0;
  for (int i = 0; i < KEYS; i++) first[i] = -1;
  for (int i = 0; i < KEYS; i++) {
    keys[i] = __VERIFIER_nondet_uint();
    int *place = &first[(keys[i] ^ keys[i] >> 7) % KEYS], length = 1;
    while (*place >= 0) { place = &next[*place]; length++; }
    *place = i;
    next[i] = -1;
    if (length > longest) longest = length;
  }
  assert(longest > 1);
  return 0;
}
