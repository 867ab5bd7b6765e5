/* Three bookings and their moments in time: the plain and the weighted sums together leave one possibility. */
#include <assert.h>

extern long long __VERIFIER_nondet_longlong(void);
extern void __VERIFIER_assume(int);

static long long booking(void) {
  long long amount = __VERIFIER_nondet_longlong();
  __VERIFIER_assume(amount >= -1000000000000LL && amount <= 1000000000000LL);
  return amount;
}

int main(void) {
  long long first = booking();
  long long second = booking();
  long long third = booking();

  if (first + second + third != 0) {
    return 0;
  }
  if (first + 2 * second + 3 * third != 271828182845LL) {
    return 0;
  }
  assert(first + 4 * second + 9 * third != 161803398875LL);
  return 0;
}
