// Unsigned bit-fields: masks, promotion to int, expressions and loops over them.
#include <stdio.h>
#include <string.h>

struct rgb565 { unsigned short b : 5, g : 6, r : 5; };
struct word { unsigned lo : 9; unsigned mid : 14; unsigned hi : 9; };
struct date { unsigned day : 5; unsigned month : 4; unsigned year : 12; };

static unsigned pack(struct rgb565 c)
{
    unsigned short raw;
    memcpy(&raw, &c, sizeof raw);
    return raw;
}

int main(void)
{
    struct rgb565 c = { .r = 31, .g = 40, .b = 3 };
    printf("%x %zu\n", pack(c), sizeof c);
    c.g++;
    c.r -= 30;
    c.b *= 11;
    printf("%u %u %u %x\n", c.r, c.g, c.b, pack(c));

    struct word w = { 511, 16383, 511 };
    unsigned raw;
    memcpy(&raw, &w, sizeof raw);
    printf("%x\n", raw);
    for (int i = 0; i < 5; i++) {
        w.lo += 200;
        w.mid <<= 1;
        w.hi ^= w.lo;
        memcpy(&raw, &w, sizeof raw);
        printf("%u %u %u %08x\n", w.lo, w.mid, w.hi, raw);
    }
    /* narrow unsigned fields promote to signed int */
    printf("%d %d\n", w.lo - 512 < 0, -1 < (int)w.hi);
    printf("%d\n", (w.lo ? -1 : 0) < w.hi);

    struct date d[3] = { { 29, 2, 2000 }, { 1, 1, 1970 }, { 31, 12, 4095 } };
    for (int i = 0; i < 3; i++)
        printf("%04u-%02u-%02u ", d[i].year, d[i].month, d[i].day);
    d[2].year++;
    d[1].month = d[1].day + 15;
    printf("%u %u\n", d[2].year, d[1].month);
    d[0] = d[2];
    printf("%u %u %u\n", d[0].day, d[0].month, d[0].year);
    int steps = 0;
    struct { unsigned n : 4; } ctr = { 0 };
    do {
        ctr.n += 3;
        steps++;
    } while (ctr.n != 0);
    printf("%d\n", steps);
    return steps;
}
