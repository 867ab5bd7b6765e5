// float versus double arithmetic: rounding, precision, accumulation, mixed expressions.
#include <stdio.h>

static float fsum(int n)
{
    float s = 0;
    for (int i = 1; i <= n; i++)
        s += 1.0f / i;
    return s;
}

static double dsum(int n)
{
    double s = 0;
    for (int i = 1; i <= n; i++)
        s += 1.0 / i;
    return s;
}

static double kahan(int n)
{
    double s = 0, c = 0;
    for (int i = 1; i <= n; i++) {
        double y = 1.0 / i - c, t = s + y;
        c = (t - s) - y;
        s = t;
    }
    return s;
}

int main(void)
{
    float f = 0.1f, g = 0.2f;
    double d = 0.1, e = 0.2;
    printf("%a %a %a %a\n", f + g, f - g, f * g, f / g);
    printf("%a %a %a %a\n", d + e, d - e, d * e, d / e);
    printf("%a %a %d\n", f + d, f * e, f == d);
    printf("%d %d\n", f + g == 0.3f, d + e == 0.3);
    printf("%a %a\n", (float)d, (double)f);
    printf("%.9g %.17g %.17g\n", fsum(1000), dsum(1000), kahan(1000));
    printf("%.9g %.17g\n", 16777216.0f + 1.0f, 16777216.0f + 1.0);
    printf("%.17g %.17g\n", 9007199254740992.0 + 1, 9007199254740992.0 + 2);
    printf("%a %a\n", 1.0f / 3, 1.0 / 3);
    printf("%a %a\n", -f, -(d - e));
    f += 1e10f;
    f -= 1e10f;
    printf("%a\n", f);
    d += 1e15;
    d -= 1e15;
    printf("%a\n", d);
    printf("%.9g %.17g\n", 3.4e38f / 3, 1.7e308 / 3);
    printf("%g %g %g\n", 3.4e38f * 10, -1e308 * 10, 1e-320 * 1e-10);
    int i = 7, j = 2;
    printf("%g %g %g\n", (double)i / j, (double)(i / j), i / (float)j);
    double horner = 0, x = 1.25;
    static const double coef[] = { 0.5, -3, 2.25, 7, -1.125 };
    for (int k = 0; k < 5; k++)
        horner = horner * x + coef[k];
    printf("%.17g\n", horner);
    return (int)(dsum(20) * 10);
}
