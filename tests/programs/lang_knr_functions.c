// K&R style function definitions and calls through unprototyped declarations.
#pragma clang diagnostic ignored "-Wdeprecated-non-prototype"
#pragma clang diagnostic ignored "-Wstrict-prototypes"
#include <stdio.h>

static int add();
static double scale();
static long long combine();

static int old_style(a, b, c)
    int a, *b;
    char c;
{
    *b += a;
    return a * 100 + *b + c;
}

static int narrow(sc, us, f, uc)
    signed char sc;
    unsigned short us;
    float f;
    unsigned char uc;
{
    printf("%d %d %g %d\n", sc, us, f, uc);
    return sc + us + uc;
}

static int implicit_none()
{
    return 77;
}

static int array_param(v, n)
    int v[], n;
{
    int s = 0;
    while (n-- > 0)
        s += *v++;
    return s;
}

struct pair { int a; double b; };
static struct pair swap(p, k) struct pair p; int k;
{
    struct pair r = { (int)p.b + k, p.a };
    return r;
}

int main()
{
    int v = 5, arr[] = { 1, 2, 3, 4 };
    int r = old_style(2, &v, 'A');
    printf("%d %d\n", r, v);
    printf("%d\n", narrow(-5, 65535, 1.5f, 255));
    printf("%d\n", narrow((signed char)200, (unsigned short)70000, 0.1f, (unsigned char)300));
    printf("%d\n", implicit_none());
    printf("%d %g %lld\n", add(40, 2), scale(3.0, 4), combine(1LL << 40, 'x', 2.5f));
    printf("%d\n", array_param(arr, 4));
    struct pair p = { 3, 9.75 };
    p = swap(p, 10);
    printf("%d %g\n", p.a, p.b);
    int (*fp)() = add;
    printf("%d\n", fp(20, 1));
    return add(1, 2) + implicit_none();
}

static int add(a, b) int a, b; { return a + b; }
static double scale(x, n) double x; int n; { return x * n; }
static long long combine(a, c, d) long long a; int c; double d; { return a + c + (long long)d; }
