// Bit manipulation idioms on unsigned types: masks, isolate, reverse, gray code, morton, swar.
#include <stdio.h>
#include <stdint.h>

static uint32_t reverse(uint32_t v)
{
    v = (v >> 1 & 0x55555555) | (v & 0x55555555) << 1;
    v = (v >> 2 & 0x33333333) | (v & 0x33333333) << 2;
    v = (v >> 4 & 0x0f0f0f0f) | (v & 0x0f0f0f0f) << 4;
    v = (v >> 8 & 0x00ff00ff) | (v & 0x00ff00ff) << 8;
    return v >> 16 | v << 16;
}
static int popcount(uint64_t v)
{
    v -= v >> 1 & 0x5555555555555555;
    v = (v & 0x3333333333333333) + (v >> 2 & 0x3333333333333333);
    return (int)((v + (v >> 4) & 0x0f0f0f0f0f0f0f0f) * 0x0101010101010101 >> 56);
}
static uint32_t spread(uint16_t x)
{
    uint32_t v = x;
    v = (v | v << 8) & 0x00ff00ff;
    v = (v | v << 4) & 0x0f0f0f0f;
    v = (v | v << 2) & 0x33333333;
    return (v | v << 1) & 0x55555555;
}
static uint32_t rotl(uint32_t v, unsigned n) { return v << (n & 31) | v >> (-n & 31); }
static uint32_t next_pow2(uint32_t v)
{
    v--;
    for (int s = 1; s < 32; s <<= 1)
        v |= v >> s;
    return v + 1;
}
static int abs_branchless(int v) { int m = v >> 31; return (v ^ m) - m; }
static uint32_t snoob(uint32_t x)
{
    uint32_t small = x & -x, ripple = x + small;
    return ripple | ((x ^ ripple) >> 2) / small;
}

int main(void)
{
    static const uint32_t vs[] = { 0, 1, 0x80000000, 0xdeadbeef, 0x12345678, 0xffffffff, 0x00ff00ff };
    for (unsigned i = 0; i < sizeof vs / sizeof *vs; i++) {
        uint32_t v = vs[i];
        printf("%08x %d %08x %08x %08x %08x\n", reverse(v), popcount((uint64_t)v << 13 | v), rotl(v, i * 9), v & -v,
               v & (v - 1), v ^ v >> 1);
        printf("%08x %u %d\n", spread((uint16_t)v) | spread((uint16_t)(v >> 16)) << 1, next_pow2(v >> 4),
               abs_branchless((int)(v >> 1) - 0x20000000));
    }
    uint32_t c = 0x0f;
    for (int i = 0; i < 12; i++, c = snoob(c))
        printf("%x ", c);
    printf("\n");
    uint32_t x = 0xa5a5, y = 0x1234;
    x ^= y;
    y ^= x;
    x ^= y;
    printf("%x %x %x\n", x, y, (x & ~0xffu) | (y & 0xff));
    unsigned char set[32] = { 0 };
    for (int i = 0; i < 256; i += 11)
        set[i >> 3] |= (unsigned char)(1 << (i & 7));
    set[11 >> 3] &= (unsigned char)~(1 << (11 & 7));
    int members = 0;
    for (int i = 0; i < 256; i++)
        members += set[i / 8] >> i % 8 & 1;
    return members;
}
