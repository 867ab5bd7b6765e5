// Loop forms, scopes of loop variables, empty bodies, nested breaks, counting both ways.
#include <stdio.h>

static int digits(unsigned long long n)
{
    int d = 0;
    do
        d++;
    while (n /= 10);
    return d;
}

static unsigned isqrt(unsigned n)
{
    unsigned r = 0;
    for (unsigned b = 1u << 15; b; b >>= 1)
        if ((r | b) * (r | b) <= n)
            r |= b;
    return r;
}

int main(void)
{
    int i = 99, total = 0;
    for (int i = 0; i < 3; i++) {
        int i = 10;
        total += i++;
    }
    printf("%d %d\n", i, total);
    for (i = 0; i < 10; total += i++)
        ;
    printf("%d %d\n", i, total);
    for (char c = 'a'; c <= 'z'; c += 5)
        putchar(c);
    for (unsigned char k = 250; k >= 245; --k)
        printf(" %d", k);
    for (double x = 0; x < 1; x += 0.1)
        total++;
    for (float x = 1; x > 0.01f; x /= 3)
        total += 100;
    printf("\n%d\n", total);
    int hits = 0;
    for (int a = 1; a < 30; a++)
        for (int b = a; b < 30; b++) {
            if (b - a > 20)
                break;
            for (int c = b; c < 43; c++) {
                if (a * a + b * b < c * c)
                    break;
                if (a * a + b * b != c * c)
                    continue;
                hits++;
                printf("%d,%d,%d ", a, b, c);
            }
        }
    printf("\n%d\n", hits);
    printf("%d %d %d\n", digits(0), digits(9999999999ULL), digits(18446744073709551615ULL));
    unsigned h = 0;
    for (unsigned n = 0; n < 4000000000u; n += 123456789u)
        h = h * 31 + isqrt(n);
    printf("%u %u\n", h, isqrt(4294836225u));
    const char *p = "skip to colon: rest", *q;
    for (q = p; *q && *q != ':'; ++q);
    while (*++q == ' ');
    printf("%s\n", q);
    int n = 5;
    while (n --> 0)
        if (n == 2)
            break;
        else
            printf("%d", n);
    printf(" %d\n", n);
    for (;;)
        if (++n > 7)
            return n;
}
