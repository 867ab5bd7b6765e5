/* Thirty-six articles, each bought or not, and one total. */
#include <assert.h>
#include <stdbool.h>
extern bool __VERIFIER_nondet_bool(void);
enum { ARTICLES = 36 };
int main(void) {
  unsigned long total = 0, state = 88172645463325252UL;
  for (int i = 0; i < ARTICLES; i++) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    bool bought = __VERIFIER_nondet_bool();
    if (bought) total += state >> 24;
  }
  assert(total != 8839806218333UL);
  return 0;
}
