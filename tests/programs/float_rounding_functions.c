// floor, ceil, trunc, round, rint, nearbyint, lround, llrint, modf, fmod, remainder.
#include <stdio.h>
#include <math.h>

int main(void)
{
    static const double xs[] = {
        0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -2.5, 0.49999999999999994, 3.7, -3.7, 1e15 + 0.5,
        -4503599627370497.5, 1e300, 2147483647.5, -2147483648.5, 7.0
    };
    for (unsigned i = 0; i < sizeof xs / sizeof *xs; i++) {
        double x = xs[i], ip, fp = modf(x, &ip);
        float f = (float)x;
        printf("%a: %g %g %g %g %g %g | %.17g %.17g\n", x, floor(x), ceil(x), trunc(x), round(x), rint(x),
               nearbyint(x), ip, fp);
        printf("   %g %g %g %g %g\n", floorf(f), ceilf(f), truncf(f), roundf(f), rintf(f));
        if (fabs(x) < 2e9)
            printf("   %ld %ld\n", lround(x), lrint(x));
        if (fabs(x) < 9e18)
            printf("   %lld %lld\n", llround(x), llrint(x));
    }
    static const double pairs[][2] = {
        { 7, 3 }, { -7, 3 }, { 7, -3 }, { 5.3, 2.1 }, { 1e20, 3 }, { 0.3, 0.1 }, { 10, 4 }, { 6, 4 }, { 1e-5, 1e300 }
    };
    for (unsigned i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        int q;
        double a = pairs[i][0], b = pairs[i][1];
        double r = remquo(a, b, &q);
        printf("%.17g %.17g %.17g %d\n", fmod(a, b), remainder(a, b), r, q & 7);
        printf("%.9g\n", fmodf((float)a, (float)(b > 1e30 ? 1e30 : b)));
    }
    float fi, ff = modff(-3.75f, &fi);
    printf("%g %g\n", fi, ff);
    return (int)lround(41.5);
}
