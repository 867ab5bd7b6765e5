// Narrowing and widening conversions between all integer widths.
#include <stdio.h>
#include <stdint.h>

static void show(long long v)
{
    signed char a = (signed char)v;
    unsigned char b = (unsigned char)v;
    short c = (short)v;
    unsigned short d = (unsigned short)v;
    int e = (int)v;
    unsigned f = (unsigned)v;
    long g = (long)v;
    unsigned long h = (unsigned long)v;
    unsigned long long i = (unsigned long long)v;

    printf("%lld: %d %u %d %u %d %u %ld %lu %llu\n", v, a, b, c, d, e, f, g, h, i);
    /* and back up again */
    printf("   %lld %lld %lld %lld %lld %lld %lld %lld\n",
           (long long)a, (long long)b, (long long)c, (long long)d,
           (long long)e, (long long)f, (long long)g, (long long)h);
    printf("   %llx %llx %llx\n", (unsigned long long)a, (unsigned long long)c,
           (unsigned long long)e);
}

int main(void)
{
    static const long long values[] = {
        0, 1, -1, 127, 128, 255, 256, -128, -129, 32767, 32768, 65535, 65536,
        -32769, INT32_MAX, INT32_MIN, 0x80000000LL, 0xffffffffLL, 0x100000000LL,
        0x123456789abcdef0LL, INT64_MAX, INT64_MIN
    };
    int checksum = 0;

    for (unsigned i = 0; i < sizeof values / sizeof values[0]; i++) {
        show(values[i]);
        checksum += (signed char)values[i] ^ (short)(values[i] >> 16);
    }
    printf("checksum %d\n", checksum);
    return checksum & 0x3f;
}
