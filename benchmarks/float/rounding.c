/* Money in floating point: is what was paid what was asked? And how absorbing addition is. */
#include <assert.h>
#include <math.h>

extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    double price = __VERIFIER_nondet_double();
    if (!(price >= 0.01 && price <= 1000))
        return 0;
    double cents = floor(price * 100 + 0.5);
    if (cents / 100 == price)
        return 1;
    if (fabs(cents / 100 - price) < 1e-9)
        return 2;
    double large = __VERIFIER_nondet_double();
    if (large > 0 && large < 1e300) {
        if (large + price == large)
            return 3;
        assert(large + price > large);
    }
    return 4;
}
