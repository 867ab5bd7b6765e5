/* The real roots of a quadratic equation. */
#include <assert.h>
#include <math.h>

extern float __VERIFIER_nondet_float(void);

static int roots(float a, float b, float c, float *first, float *second) {
    if (a == 0) {
        if (b == 0)
            return c == 0 ? -1 : 0;
        *first = -c / b;
        return 1;
    }
    float d = b * b - 4 * a * c;
    if (d < 0)
        return 0;
    if (d == 0) {
        *first = -b / (2 * a);
        return 1;
    }
    *first = (-b - sqrtf(d)) / (2 * a);
    *second = (-b + sqrtf(d)) / (2 * a);
    return 2;
}

int main(void) {
    float a = __VERIFIER_nondet_float(), b = __VERIFIER_nondet_float(), c = __VERIFIER_nondet_float();
    if (!(a >= -100 && a <= 100 && b >= -100 && b <= 100 && c >= -100 && c <= 100))
        return 0;
    float first = 0, second = 0;
    int n = roots(a, b, c, &first, &second);
    if (n == 2)
        assert(first != second);
    return n;
}
