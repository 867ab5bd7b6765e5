// Conversions between floating types and every integer type, in range.
#include <stdio.h>
#include <stdint.h>

int main(void)
{
    static const double ds[] = { 0.0, 0.99, -0.99, 1.5, -1.5, 126.999, -128.0, 100.0 };
    for (unsigned i = 0; i < sizeof ds / sizeof *ds; i++) {
        double d = ds[i];
        float f = (float)d;
        printf("%d %d %d %ld %lld | %d %d %d %lld\n", (signed char)d, (short)d, (int)d, (long)d, (long long)d,
               (signed char)f, (short)f, (int)f, (long long)f);
    }
    static const double us[] = { 0.5, 255.9, 200.25, 127.0, 128.0 };
    for (unsigned i = 0; i < sizeof us / sizeof *us; i++)
        printf("%u %u %u %lu %llu %d\n", (unsigned char)us[i], (unsigned short)us[i], (unsigned)us[i],
               (unsigned long)us[i], (unsigned long long)us[i], (_Bool)us[i]);

    double big[] = { 2147483647.0, -2147483648.0, 4294967295.0, 4294967296.5, 9007199254740993.0,
                     9223372036854774784.0, -9223372036854775808.0 };
    for (unsigned i = 0; i < sizeof big / sizeof *big; i++)
        printf("%lld\n", (long long)big[i]);
    printf("%d %d %u %u\n", (int)big[0], (int)big[1], (unsigned)big[2], (unsigned)3e9f);
    printf("%llu %llu\n", (unsigned long long)18446744073709549568.0, (unsigned long long)9223372036854775808.0);
    printf("%llu %llu\n", (unsigned long long)1e19, (unsigned long long)1.8e19f);

    static const int64_t is[] = { 0, 1, -1, 16777217, -16777219, 2147483647, 9007199254740993,
                                  9007199254740995, INT64_MAX, INT64_MIN, 0x7fffffbfffffffff };
    for (unsigned i = 0; i < sizeof is / sizeof *is; i++)
        printf("%a %a %a %a\n", (float)is[i], (double)is[i], (float)(int)is[i], (double)(short)is[i]);
    static const uint64_t xs[] = { 0x8000000000000000, 0xffffffffffffffff, 0xfffffffffffffbff,
                                   0x8000000000000401, 0x8000008000000001, 0xffffff7fffffffff, 0xffffffff };
    for (unsigned i = 0; i < sizeof xs / sizeof *xs; i++)
        printf("%a %a %a %a\n", (float)xs[i], (double)xs[i], (float)(uint32_t)xs[i], (double)(uint8_t)xs[i]);
    unsigned char uc = 200;
    short s = -3;
    uc = uc * 1.25;
    s = s * 2.9f;
    printf("%d %d\n", uc, s);
    int i = 10;
    i += 0.9;
    i *= 1.1f;
    float acc = 0;
    for (unsigned k = 0; k < 100; k++)
        acc += k * 0.5f;
    printf("%d %a\n", i, acc);
    return (int)acc % 100;
}
