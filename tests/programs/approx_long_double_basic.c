// long double values that are exact in double precision: arithmetic, conversion, printing.
#include <stdio.h>
#include <math.h>

static long double average(long double a, long double b) { return (a + b) / 2; }
static long double sum(int n, const long double *v)
{
    long double s = 0;
    while (n-- > 0)
        s += *v++;
    return s;
}
struct holder { int id; long double v; };
static struct holder twice(struct holder h)
{
    h.v *= 2;
    h.id++;
    return h;
}

int main(void)
{
    long double a = 1.5L, b = -0.25L;
    long double arr[] = { 1, 2, 4, 8, 0.5L };
    printf("%Lg %Lg %Lg %Lg\n", a + b, a - b, a * b, a / b);
    printf("%.3Lf %Le %10.2Lf|\n", a, b, a * 1000);
    printf("%Lg %Lg\n", average(3, 4), sum(5, arr));
    printf("%d %d %d %d\n", a > b, a == 1.5, b < 0, a != a);
    printf("%d %lld %u\n", (int)(a * 10), (long long)(b * 1024), (unsigned)a);
    printf("%g %g\n", (double)a, (double)(float)b);
    long double c = 7;
    c += 0.5;
    c *= 2;
    c -= 1u;
    c /= 4;
    printf("%Lg %Lg\n", c, -c);
    printf("%Lg %Lg %Lg\n", fabsl(b), floorl(-2.5L), sqrtl(6.25L));
    struct holder h = twice(twice((struct holder){ 1, 0.125L }));
    printf("%d %Lg\n", h.id, h.v);
    int i = 3;
    long long ll = 1LL << 40;
    printf("%Lg %Lf\n", (long double)i, (long double)ll);
    c = a > b ? a : b;
    c++;
    printf("%Lg %d\n", c, c && b);
    return (int)sum(4, arr);
}
