// _BitInt wider than 64 bits: multiplication, division, shifts, comparison, conversion.
#include <stdio.h>

typedef unsigned _BitInt(100) u100;
typedef _BitInt(128) s128;
typedef unsigned _BitInt(128) u128;

static void hex(const char *label, u128 v)
{
    printf("%s %016llx%016llx\n", label, (unsigned long long)(v >> 64), (unsigned long long)v);
}

static void dec(s128 v)
{
    char buf[48];
    int i = 47;
    u128 u = v < 0 ? -(u128)v : (u128)v;
    buf[i] = 0;
    do {
        buf[--i] = (char)('0' + (int)(u % 10u));
        u /= 10u;
    } while (u != 0);
    printf("%s%s\n", v < 0 ? "-" : "", buf + i);
}

static u100 power(u100 b, unsigned e)
{
    u100 r = 1;
    for (; e; e >>= 1, b *= b)
        if (e & 1)
            r *= b;
    return r;
}

int main(void)
{
    u100 a = power(3, 50), b = ~(u100)0;
    hex("3^50", a);
    hex("max", b);
    hex("wrap", (u100)(b + 2u));
    hex("mul", (u100)(a * a));
    hex("shl", (u100)(a << 37));
    hex("shr", a >> 37);
    hex("7^60", power(7, 60));
    s128 f = 1;
    for (int i = 1; i <= 33; i++)
        f *= i;
    dec(f);
    dec(-f / 1000000007);
    dec(-f % 1000000007);
    dec(f / (s128)a);
    dec((s128)(b % 97u));
    dec(-f >> 60);
    printf("%d %d %d %d\n", f > -f, a < b, (s128)a == f, -f < 0);
#ifdef __SIZEOF_INT128__    /* the 32-bit support library lacks these conversions */
    printf("%.17g %.17g\n", (double)f, (double)-f);
    volatile double d = 1e20;
    dec((s128)d);
#endif
    dec((s128)(a ^ (a >> 3)) & 0xffffffffffff);
    printf("%zu %zu\n", sizeof(u100), sizeof(s128));
    a--;
    ++f;
    hex("dec", a);
    hex("or", (u128)f | (u128)a << 20);
    return (int)(a % 50u);
}
