// Comparisons and arithmetic with NaN, infinities and signed zeros; classification macros.
#include <stdio.h>
#include <math.h>

static const char *kind(double x)
{
    switch (fpclassify(x)) {
    case FP_NAN: return "nan";
    case FP_INFINITE: return "inf";
    case FP_ZERO: return "zero";
    case FP_SUBNORMAL: return "sub";
    case FP_NORMAL: return "normal";
    }
    return "?";
}

int main(void)
{
    volatile double zero = 0.0, one = 1.0, tiny = 4.9e-324;
    double vals[] = { -INFINITY, -one, -tiny, -zero, zero, tiny, one, INFINITY, NAN };
    enum { N = sizeof vals / sizeof *vals };

    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            double a = vals[i], b = vals[j];
            int m = (a < b) | (a <= b) << 1 | (a > b) << 2 | (a >= b) << 3 | (a == b) << 4 | (a != b) << 5;
            m |= !!isunordered(a, b) << 6 | !!isless(a, b) << 7 | !!islessgreater(a, b) << 8;
            printf("%03x ", m);
        }
        printf("\n");
    }
    for (int i = 0; i < N - 1; i++)
        printf("%s %d%d%d%d%d %g %g\n", kind(vals[i]), !!isnan(vals[i]), !!isinf(vals[i]), !!isfinite(vals[i]),
               !!isnormal(vals[i]), !!signbit(vals[i]), vals[i] * 2, one / vals[i]);
    printf("%s %d %d\n", kind(vals[8]), !!isnan(vals[8]), !!isfinite(vals[8]));
    double inf = one / zero;
    printf("%d %d %d\n", inf == INFINITY, isnan(inf - inf) != 0, isnan(zero * inf) != 0);
    printf("%d %d %d\n", isnan(zero / zero) != 0, inf + 1 == inf, -inf < inf);
    printf("%g %g %g\n", zero + -zero, -zero + -zero, -zero * one);
    printf("%g %g\n", one / -zero, one / inf);
    float fn = NAN, fi = HUGE_VALF;
    printf("%d %d %d %d\n", fn == fn, fn != fn, fi > 3.4e38f, !!isinf(fi * -2));
    int branch = 0;
    double nan = vals[8];
    if (nan < 1) branch |= 1;
    if (!(nan >= 1)) branch |= 2;
    if (nan) branch |= 4;
    if (!nan) branch |= 8;
    if (-zero) branch |= 16;
    while (!(nan > 0)) { branch |= 32; break; }
    printf("%d\n", branch);
    printf("%g %g\n", nan > 0 ? 1.0 : 2.0, fmax(nan, 3));
    return branch;
}
