// Static initialisers with floating constant expressions, casts, mixed int and float folding.
#include <stdio.h>

#define PI 3.14159265358979323846
static const double circle = 2 * PI * 1.5;
static const float single = 1.0f / 3.0f;
static const float from_double = 1.0 / 3.0;
static const double from_single = 1.0f / 3.0f;
static const int truncated = (int)(PI * 1e6);
static const long long wide = (long long)1e15 + (int)-2.9;
static const unsigned char byte = (unsigned char)255.9;
static double array[] = { 1 / 2, 1 / 2.0, 1.0f / 2, -0.0, 1e-3, 0x1.8p1, 'A' * 0.5, 7 % 4 + 0.25 };
static const int cond = 1.5 > 1 ? 10 : 20, cmp = (0.1 + 0.2 == 0.3) * 2 + (0.5f == 0.5);
static struct { float f; double d; int i; } rec = { (float)16777217, 16777217, 16777217.0f };
static const double inf = __builtin_inf(), big = 1e308 * 10;
static int table[(int)4.9 + 2];
enum { FROM_FLOAT = (int)(2.5 * 3) };
static const double pow2[] = { 1u << 31, 1ull << 63, -1u, -1, (double)~0ull, (float)~0ull };
static float *pf = &rec.f;
static const double nested = ((1.1 + 2.2) * 3.3 - 4.4) / 5.5;

int main(void)
{
    printf("%.17g %a %a %a\n", circle, single, from_double, from_single);
    printf("%d %lld %d\n", truncated, wide, byte);
    for (unsigned i = 0; i < sizeof array / sizeof *array; i++)
        printf("%g ", array[i]);
    printf("\n%d %d\n", cond, cmp);
    printf("%.9g %.17g %d\n", rec.f, rec.d, rec.i);
    printf("%g %d\n", inf, big == inf);
    printf("%zu %d\n", sizeof table / sizeof *table, FROM_FLOAT);
    for (unsigned i = 0; i < sizeof pow2 / sizeof *pow2; i++)
        printf("%.17g ", pow2[i]);
    *pf += 1;
    printf("\n%a %.17g\n", rec.f, nested);
    volatile double v1 = 1.1, v2 = 2.2, v3 = 3.3, v4 = 4.4, v5 = 5.5;
    printf("%d\n", nested == ((v1 + v2) * v3 - v4) / v5);
    volatile float f1 = 1, f3 = 3;
    printf("%d %d\n", single == f1 / f3, table[5]);
    return FROM_FLOAT;
}
