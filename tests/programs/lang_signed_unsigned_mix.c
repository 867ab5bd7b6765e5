// Comparisons and arithmetic that mix signed and unsigned operands.
#include <stdio.h>
#include <limits.h>

int main(void)
{
    int minus_one = -1;
    unsigned one = 1;
    long lminus = -1;
    long long llminus = -1;
    unsigned long long ullone = 1;
    unsigned short us = 65535;
    unsigned char uc = 255;
    signed char sc = -1;
    size_t zero = 0;

    printf("%d\n", (unsigned)minus_one > one);
    printf("%d %d\n", minus_one < us, (unsigned short)minus_one == us);
    printf("%d %d\n", sc == uc, (unsigned char)sc == uc);
    printf("%d\n", lminus < (long)one);
    printf("%d\n", lminus < one);           /* depends on the width of long */
    printf("%d\n", llminus < one);          /* long long holds every unsigned */
    printf("%d\n", (unsigned long long)llminus < ullone);
    printf("%u\n", minus_one * one);
    printf("%u %u\n", minus_one / (one + 1), minus_one % (one + 9));
    printf("%d %d\n", minus_one / 2, minus_one % 2);
    printf("%llu\n", minus_one + ullone);
    printf("%llu\n", minus_one - ullone);
    printf("%lld\n", llminus * 3000000000u);
    printf("%d\n", zero - 1 > zero);
    printf("%d\n", (int)(zero - 1));
    printf("%llu\n", (unsigned long long)(zero - 1));
    printf("%llu\n", (unsigned long long)(one - 2));
    printf("%llu\n", (unsigned long long)(int)(one - 2));

    unsigned down = 3;
    int rounds = 0;
    while (down-- > 0)
        rounds++;
    printf("%d %u\n", rounds, down);

    int a = INT_MIN;
    printf("%u %u\n", 0u - a, -(unsigned)a);
    printf("%d\n", (int)(0x7fffffffu + 1u) == INT_MIN);
    printf("%u\n", (unsigned)-7 / 2 - (unsigned)(-7 / 2));
    return (unsigned char)minus_one >> 2;
}
