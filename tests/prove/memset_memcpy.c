/* Whole objects are set and copied. */
#include <assert.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
extern void abort(void);

struct block {
  int n;
  char text[20];
};

int main(void) {
  struct block a, b;
  memset(&a, 0, sizeof a);
  a.n = 7;
  memcpy(&b, &a, sizeof b);
  assert(b.n == 7);
  return b.text[19];
}
