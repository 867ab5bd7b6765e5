// Left and right shifts of every integer type, including negative values.
#include <stdio.h>
#include <limits.h>

int main(void)
{
    int neg = -12345;
    long long lneg = -1234567890123LL;
    unsigned u = 0xdeadbeefu;
    unsigned long long ull = 0xfedcba9876543210ULL;
    signed char sc = -77;
    unsigned char uc = 0xa5;
    short sh = -20000;

    for (int n = 0; n < 32; n += 5)
        printf("%2d: %d %x %x\n", n, neg >> n, u << n, u >> n);
    for (int n = 0; n < 64; n += 9)
        printf("%2d: %lld %llx %llx\n", n, lneg >> n, ull << n, ull >> n);
    for (int n = 0; n < 8; n++)
        printf("%d: %d %d %d %d\n", n, sc >> n, uc << n, uc >> n, sh >> n);

    unsigned char amount = 33;
    printf("%llx\n", 1ULL << amount);
    printf("%llx\n", ull >> (amount + 30LL));
    printf("%d\n", INT_MIN >> 31);
    printf("%lld\n", LLONG_MIN >> 62);
    printf("%u\n", UINT_MAX >> 31);
    printf("%lu\n", ULONG_MAX >> (sizeof(long) * CHAR_BIT - 3));
    printf("%ld\n", LONG_MIN >> (sizeof(long) * CHAR_BIT - 2));

    int x = 1;
    x <<= 30;
    x >>= 3;
    x <<= 2;
    printf("%d\n", x);
    unsigned long long acc = 1;
    for (int i = 0; i < 200; i++)
        acc = (acc << (i % 13)) ^ (acc >> (63 - i % 17)) ^ (unsigned)i;
    printf("%llx\n", acc);
    return (int)(acc & 0x1f);
}
