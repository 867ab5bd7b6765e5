// long double through variable arguments, function pointers and static initialisers.
#include <stdio.h>
#include <stdarg.h>

static const long double table[] = { 0.5L, 0.25L, 1024, -3.0L, 0x1.8p4L };
static long double scale = 2;

static long double mixed(int n, ...)
{
    va_list ap;
    long double s = 0;
    va_start(ap, n);
    for (int i = 0; i < n; i++) {
        s += va_arg(ap, int);
        s += va_arg(ap, long double);
        s += va_arg(ap, double);
    }
    va_end(ap);
    return s;
}

static long double mul(long double x, int k) { return x * k; }
static long double neg(long double x, int k) { return k ? -x : x; }
static long double pick(char c, long double a, short s, long double b) { return c ? a + s : b - s; }

int main(void)
{
    long double (*fns[])(long double, int) = { mul, neg };
    printf("%Lg\n", mixed(3, 1, 0.5L, 0.25, 2, 1.5L, 0.125, 3, -8.0L, 4.0));
    for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
        printf("%Lg %Lg %Lg\n", table[i], fns[0](table[i], 3), fns[1](table[i], (int)i & 1));
    printf("%Lg %Lg\n", pick(1, 2.5L, 3, 9), pick(0, 2.5L, -3, 9));
    long double x = 1;
    for (int i = 0; i < 10; i++)
        x *= scale;
    printf("%Lg %.1Lf\n", x, x / 4096);
    printf("%d %s %Lg %c\n", 1, "text", 0.75L, 'z');
    long double m[2][2] = { { 1, 2 }, { 3, 4 } }, det;
    det = m[0][0] * m[1][1] - m[0][1] * m[1][0];
    printf("%Lg\n", det);
    return (int)(x / 32);
}
