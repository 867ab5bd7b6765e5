// math.h functions with exactly defined results: frexp, ldexp, scalbn, logb, nextafter, fma...
#include <stdio.h>
#include <math.h>
#include <float.h>

int main(void)
{
    static const double xs[] = { 1.0, 0.75, -3.0, 1e10, 5e-324, DBL_MAX, 0.1, 1024.0, -0x1.8p-1030 };
    for (unsigned i = 0; i < sizeof xs / sizeof *xs; i++) {
        double x = xs[i];
        int e;
        double m = frexp(x, &e);
        printf("%a %d %a %a %g %d\n", m, e, ldexp(m, e), scalbn(x, -3), logb(x), ilogb(x));
        printf("%a %a %a\n", nextafter(x, INFINITY), nextafter(x, 0), fabs(x));
        printf("%a %a\n", copysign(x, -1), copysign(x, 1));
        printf("%a %a %a\n", fmax(x, 2), fmin(x, 2), fdim(x, 0.5));
        printf("%a\n", sqrt(fabs(x)));
    }
    float f;
    int fe;
    f = frexpf(-0.3f, &fe);
    printf("%a %d %a %a\n", f, fe, ldexpf(f, 5), nextafterf(1.0f, 2.0f));
    printf("%a %a %a\n", sqrtf(2.0f), fabsf(-1.5f), copysignf(3.0f, -0.0f));
    printf("%a %a\n", fmaxf(1.5f, -2.5f), fminf(1.5f, -2.5f));
    printf("%a %a\n", fma(0.1, 10, -1), 0.1 * 10 - 1);
    printf("%a %a\n", fma(1e308, 10, -INFINITY), fma(0x1p-537, 0x1p-537, 0x1p-1074));
    printf("%a\n", fmaf(0.1f, 10.0f, -1.0f));
    printf("%g %g %g\n", ldexp(1, 2000), ldexp(1, -2000), ldexp(1, -1074));
    printf("%a %a\n", scalbln(3, 100L), scalbn(0x1.fffffffffffffp0, -1073));
    printf("%d %d\n", ilogb(0.0) == FP_ILOGB0, ilogb(NAN) == FP_ILOGBNAN);
    printf("%g %g\n", logb(0.0), logb(-INFINITY));
    printf("%a %a\n", nexttoward(1.0, 0.0L), nextafter(0.0, -1.0));
    printf("%a %a\n", fmin(-0.0, 1), fdim(1, 3));
    return (int)sqrt(441.0);
}
