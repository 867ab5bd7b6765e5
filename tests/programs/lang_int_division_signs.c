// Truncating division and remainder for every combination of signs and widths.
#include <stdio.h>
#include <limits.h>

static int floor_div(int a, int b)
{
    int q = a / b;
    return (a % b != 0 && (a < 0) != (b < 0)) ? q - 1 : q;
}

static int floor_mod(int a, int b)
{
    return a - b * floor_div(a, b);
}

int main(void)
{
    for (int a = -7; a <= 7; a += 7 - 3)
        for (int b = -3; b <= 3; b += 2)
            printf("%d/%d: %d %d %d %d\n", a, b, a / b, a % b, floor_div(a, b), floor_mod(a, b));

    signed char c = -128, cm = -1;
    short s = -32768, sm = -1;
    printf("%d %d\n", c / cm, (signed char)(c / cm));
    printf("%d %d\n", s / sm, (short)(s / sm));
    printf("%d %d\n", INT_MIN / 2, INT_MIN % 7);
    printf("%d %d\n", INT_MIN / INT_MAX, INT_MIN % INT_MAX);
    printf("%d %d\n", INT_MAX / INT_MIN, INT_MAX % INT_MIN);
    printf("%u %u\n", UINT_MAX / 10, UINT_MAX % 10);
    printf("%lld %lld\n", LLONG_MIN / 10, LLONG_MIN % 10);
    printf("%llu %llu\n", ULLONG_MAX / 3, ULLONG_MAX % 1000000007);
    printf("%ld %ld\n", LONG_MAX / -1000, LONG_MAX % -1000);

    int v = 1000000;
    v /= -7;
    v %= 1000;
    printf("%d\n", v);
    unsigned char uc = 250;
    uc /= 7;
    printf("%d ", uc);
    uc = 250;
    uc %= 7;
    printf("%d\n", uc);
    return floor_mod(-17, 5) * 10 + floor_mod(17, 5);
}
