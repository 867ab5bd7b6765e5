/* Addition of 128-bit numbers in two words: the carry out of the high word forgets the carry into it. */
#include <assert.h>

extern unsigned long __VERIFIER_nondet_ulong(void);

struct wide {
  unsigned long low, high;
};

static struct wide add(struct wide a, struct wide b, int *carry) {
  struct wide sum;
  sum.low = a.low + b.low;
  unsigned long into = sum.low < a.low;
  sum.high = a.high + b.high + into;
  *carry = sum.high < a.high;
  return sum;
}

/* Does a + b wrap? Yes if a is above the complement of b. */
static int wraps(struct wide a, struct wide b) {
  if (a.high != ~b.high) {
    return a.high > ~b.high;
  }
  return a.low > ~b.low;
}

int main(void) {
  struct wide a, b;
  a.low = __VERIFIER_nondet_ulong();
  a.high = __VERIFIER_nondet_ulong();
  b.low = __VERIFIER_nondet_ulong();
  b.high = __VERIFIER_nondet_ulong();

  int carry;
  add(a, b, &carry);
  assert(carry == wraps(a, b));
  return 0;
}
