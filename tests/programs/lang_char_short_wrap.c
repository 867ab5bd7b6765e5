// Wrap-around of char and short variables under ++, --, += and *=.
#include <stdio.h>

int main(void)
{
    signed char sc = 125;
    unsigned char uc = 253;
    short s = 32765;
    unsigned short us = 65533;

    for (int i = 0; i < 6; i++)
        printf("%d %d %d %d\n", sc++, uc++, s++, us++);
    for (int i = 0; i < 6; i++)
        printf("%d %d %d %d\n", --sc, --uc, --s, --us);

    sc += 100;
    uc += 100;
    s += 10000;
    us += 10000;
    printf("%d %d %d %d\n", sc, uc, s, us);
    sc *= 3;
    uc *= 3;
    s *= 3;
    us *= 3;
    printf("%d %d %d %d\n", sc, uc, s, us);
    sc >>= 1;
    uc <<= 1;
    us <<= 1;
    printf("%d %d %d\n", sc, uc, us);
    sc /= 3;
    uc /= 3;
    s /= -3;
    us %= 1000;
    printf("%d %d %d %d\n", sc, uc, s, us);

    int wide = 299;
    int value = (uc = wide) + 1;   /* the value of an assignment is narrowed */
    printf("%d %d\n", value, uc);
    value = (sc = wide + 85) + 1;
    printf("%d %d\n", value, sc);

    unsigned steps = 0;
    for (unsigned char k = 1; k != 0; k += 7)
        steps++;
    printf("steps %u\n", steps);
    return steps & 0x7f;
}
