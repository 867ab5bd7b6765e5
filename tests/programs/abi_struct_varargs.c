// Structures of different sizes and classes passed through variable arguments.
#include <stdio.h>
#include <stdarg.h>

struct c1 { char c; };
struct s3 { char c[3]; };
struct i2 { int a, b; };
struct f2 { float a, b; };
struct d1 { double d; };
struct di { double d; int i; };
struct big { int v[7]; };
union u { int i; double d; };

static double walk(const char *fmt, ...)
{
    va_list ap;
    double total = 0;
    va_start(ap, fmt);
    for (; *fmt; fmt++) {
        switch (*fmt) {
        case 'c': { struct c1 v = va_arg(ap, struct c1); printf("c%c ", v.c); total += v.c; break; }
        case '3': { struct s3 v = va_arg(ap, struct s3); printf("3%.3s ", v.c); total += v.c[2]; break; }
        case 'i': { struct i2 v = va_arg(ap, struct i2); printf("i%d,%d ", v.a, v.b); total += v.a - v.b; break; }
        case 'f': { struct f2 v = va_arg(ap, struct f2); printf("f%g,%g ", v.a, v.b); total += v.a * v.b; break; }
        case 'd': { struct d1 v = va_arg(ap, struct d1); printf("d%g ", v.d); total += v.d; break; }
        case 'm': { struct di v = va_arg(ap, struct di); printf("m%g,%d ", v.d, v.i); total += v.d * v.i; break; }
        case 'B': { struct big v = va_arg(ap, struct big); printf("B%d,%d ", v.v[0], v.v[6]); total += v.v[3]; break; }
        case 'u': { union u v = va_arg(ap, union u); printf("u%g ", v.d); total += v.d; break; }
        case 'n': { int v = va_arg(ap, int); printf("n%d ", v); total += v; break; }
        case 'D': { double v = va_arg(ap, double); printf("D%g ", v); total += v; break; }
        }
    }
    va_end(ap);
    printf("\n");
    return total;
}

int main(void)
{
    struct c1 c = { 'k' };
    struct s3 s = { "xyz" };
    struct i2 i = { 100, -3 };
    struct f2 f = { 1.5f, -0.5f };
    struct d1 d = { 2.125 };
    struct di m = { 0.3, 7 };
    struct big b = { { 1, 2, 3, 4, 5, 6, 7 } };
    union u u = { .d = 8.75 };

    printf("%.17g\n", walk("c3ifdmBu", c, s, i, f, d, m, b, u));
    printf("%.17g\n", walk("nBnBn", 1, b, 2, b, 3));
    printf("%.17g\n", walk("mmmmmm", m, m, m, m, m, m));
    printf("%.17g\n", walk("dDdDdDdDdDdDf", d, 1.0, d, 2.0, d, 3.0, d, 4.0, d, 5.0, d, 6.0, f));
    printf("%.17g\n", walk("niniciniciu", 1, i, 2, i, c, i, 3, i, c, i, u));
    printf("%.17g\n", walk("ffffffffffm", f, f, f, f, f, f, f, f, f, f, m));
    return (int)walk("n3n", 1, s, -100);
}
