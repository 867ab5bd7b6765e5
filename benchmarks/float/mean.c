/* The mean of those readings that are numbers. If there are none, it is no number either. */
#include <assert.h>

extern double __VERIFIER_nondet_double(void);

int main(void) {
    double sum = 0;
    int count = 0;
    for (int i = 0; i < 3; i++) {
        double x = __VERIFIER_nondet_double();
        if (x != x || x - x != 0)
            continue;
        if (x > 1e6 || x < -1e6)
            continue;
        sum += x;
        count++;
    }
    double mean = sum / count;
    if (mean > 0)
        return 1;
    if (mean < 0)
        return 2;
    assert(mean == 0);
    return 0;
}
