// Large static and automatic arrays, byte-precise access patterns, zero initialisation.
#include <stdio.h>
#include <string.h>
#include <stdint.h>

static uint32_t big[200000];
static unsigned char map[512][1024];
static double zeros[5000];
static const int sparse[1000] = { [0] = 1, [500] = 7, [999] = 9 };
static struct { short a; char b; } recs[10000] = { { 1, 2 }, { 3, 4 } };

static uint32_t local_work(uint32_t seed)
{
    uint32_t a[4000];
    unsigned char b[16000];
    for (int i = 0; i < 4000; i++)
        a[i] = seed = seed * 1664525u + 1013904223u;
    memcpy(b, a, sizeof b);
    uint32_t h = 0;
    for (int i = 15999; i >= 0; i--)
        h = h * 31 + b[i];
    return h;
}

int main(void)
{
    for (uint32_t i = 0; i < 200000; i++)
        big[i] = i * 2654435761u;
    uint32_t h = 0;
    for (uint32_t i = 0; i < 200000; i += 7)
        h ^= big[i] + (h << 5);
    printf("%u %u\n", h, big[199999]);

    for (int y = 0; y < 512; y++)
        for (int x = 0; x < 1024; x += 3)
            map[y][x] = (unsigned char)(x * y >> 4);
    unsigned total = 0;
    for (int x = 0; x < 1024; x += 5)
        for (int y = 0; y < 512; y += 2)
            total += map[y][x];
    printf("%u %d\n", total, map[511][1023]);

    double sum = 0;
    for (int i = 0; i < 5000; i++)
        sum += zeros[i];
    zeros[4999] = 0.5;
    printf("%g %g\n", sum, zeros[4999] + zeros[0]);
    int s = 0;
    for (int i = 0; i < 1000; i++)
        s += sparse[i] * (i + 1);
    printf("%d\n", s);
    recs[9999].b = -5;
    printf("%d %d %d %zu\n", recs[1].a, recs[2].b, recs[9999].b, sizeof recs);
    printf("%u %u\n", local_work(1), local_work(99));
    return (int)(total % 100);
}
