// __int128: multiplication, division, shifts, comparison and conversions.
#include <stdio.h>

#ifdef __SIZEOF_INT128__
typedef __int128 i128;
typedef unsigned __int128 u128;

static void put(const char *label, u128 v)
{
    printf("%s %016llx%016llx\n", label, (unsigned long long)(v >> 64), (unsigned long long)v);
}

static void put_dec(i128 v)
{
    char buf[48], *p = buf + sizeof buf;
    u128 u = v < 0 ? -(u128)v : (u128)v;
    *--p = '\0';
    do {
        *--p = (char)('0' + (int)(u % 10));
        u /= 10;
    } while (u);
    printf("%s%s\n", v < 0 ? "-" : "", p);
}

static i128 mulmod(i128 a, i128 b, i128 m) { return a * b % m; }

int main(void)
{
    u128 a = ((u128)0x0123456789abcdefULL << 64) | 0xfedcba9876543210ULL;
    i128 n = -(i128)a;
    put("a", a);
    put("n", (u128)n);
    put("sum", a + (u128)n + 1);
    put("mul", a * a);
    put("mulw", (u128)0xffffffffffffffffULL * 0xffffffffffffffffULL);
    for (int s = 0; s < 128; s += 21) {
        put("shl", a << s);
        put("shr", a >> s);
        put("sar", (u128)(n >> s));
    }
    put_dec(n);
    put_dec(n / 1000000007);
    put_dec(n % 1000000007);
    put_dec((i128)(a / ((u128)3 << 70)));
    put_dec((i128)(a % ((u128)3 << 70)));
    i128 fact = 1;
    for (int i = 1; i <= 33; i++)
        fact *= i;
    put_dec(fact);
    put_dec(mulmod(999999999999999989LL, 999999999999999877LL, 1000000000000000003LL));
    printf("%d %d %d %d\n", n < 0, n < (i128)a, (u128)n > a, n == -(i128)a);
    printf("%.17g %.17g\n", (double)a, (double)n);
    put_dec((i128)1.5e30);
    put_dec((i128)-123456789.75);
    put("u", (u128)3.0e38);
    put("or", (a | 1) ^ (u128)n);
    printf("%zu %zu %d %lld\n", sizeof(i128), _Alignof(i128), (int)(short)n, (long long)n);
    return (int)(a % 97);
}
#else
int main(void)
{
    for (unsigned i = 0; i < 5; i++)
        printf("no __int128 %u\n", i * i);
    return 12;
}
#endif
