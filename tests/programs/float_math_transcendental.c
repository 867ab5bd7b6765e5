// Transcendental math.h functions in double precision printed with full precision (LP64 only: results of libm).
#include <stdio.h>
#include <math.h>

#define SHOW1(fn, x) printf(#fn "(%g) = %.17g %a\n", x, fn(x), fn(x))
#define SHOW2(fn, x, y) printf(#fn "(%g,%g) = %.17g %a\n", x, y, fn(x, y), fn(x, y))

int main(void)
{
    static const double xs[] = { 0.0, 0.1, 0.5, 0.99, -0.75, 1e-9 };
    static const double ws[] = { 1.0, 2.5, 10.0, 123.456, 700.0 };

    for (unsigned i = 0; i < sizeof xs / sizeof *xs; i++) {
        SHOW1(sin, xs[i]);
        SHOW1(cos, xs[i]);
        SHOW1(tan, xs[i]);
        SHOW1(asin, xs[i]);
        SHOW1(acos, xs[i]);
        SHOW1(atan, xs[i]);
        SHOW1(sinh, xs[i]);
        SHOW1(tanh, xs[i]);
        SHOW1(atanh, xs[i]);
        SHOW1(expm1, xs[i]);
        SHOW1(log1p, xs[i]);
        SHOW1(erf, xs[i]);
    }
    for (unsigned i = 0; i < sizeof ws / sizeof *ws; i++) {
        SHOW1(exp, ws[i]);
        SHOW1(exp2, ws[i]);
        SHOW1(log, ws[i]);
        SHOW1(log2, ws[i]);
        SHOW1(log10, ws[i]);
        SHOW1(cbrt, ws[i]);
        SHOW1(sin, ws[i]);
        SHOW1(cosh, ws[i]);
        SHOW1(acosh, ws[i]);
        SHOW1(asinh, ws[i]);
        SHOW1(lgamma, ws[i]);
        SHOW2(pow, ws[i], 0.3);
        SHOW2(pow, ws[i], -2.0);
        SHOW2(hypot, ws[i], 3.0);
        SHOW2(atan2, ws[i], -1.0);
    }
    SHOW1(tgamma, 5.0);
    SHOW1(erfc, 2.0);
    SHOW2(pow, -2.0, 3.0);
    SHOW2(atan2, -0.0, -1.0);
    return 0;
}
