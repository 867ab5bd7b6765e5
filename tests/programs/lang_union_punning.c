// Type punning through unions: ints, floats, bytes, and arrays of halves.
#include <stdio.h>
#include <stdint.h>

union mix {
    uint64_t u64;
    int64_t s64;
    double d;
    float f[2];
    uint32_t u32[2];
    int16_t s16[4];
    unsigned char b[8];
};

static uint32_t float_bits(float f) { return ((union { float f; uint32_t u; }){ f }).u; }
static float bits_float(uint32_t u) { return ((union { uint32_t u; float f; }){ u }).f; }

/* the well-known reciprocal square root estimate */
static float rsqrt(float x)
{
    union { float f; int32_t i; } v = { x };
    v.i = 0x5f3759df - (v.i >> 1);
    for (int k = 0; k < 3; k++)
        v.f *= 1.5f - 0.5f * x * v.f * v.f;
    return v.f;
}

int main(void)
{
    union mix m = { 0x0123456789abcdefULL };
    for (int i = 0; i < 8; i++)
        printf("%02x ", m.b[i]);
    printf("\n%d %d %d %d\n", m.s16[0], m.s16[1], m.s16[2], m.s16[3]);
    printf("%x %x\n", m.u32[0], m.u32[1]);
    m.d = -1.0 / 3;
    printf("%016llx %a %a\n", (unsigned long long)m.u64, m.f[0], m.f[1]);
    m.b[7] &= 0x7f;
    m.b[0]++;
    printf("%.17g\n", m.d);
    m.s64 = -2;
    printf("%u %d %d\n", m.u32[1], m.s16[0], m.b[3]);
    m.f[1] = 1.0f;
    printf("%016llx\n", (unsigned long long)m.u64);
    float list[] = { 0.0f, -0.0f, 1.0f, 0.1f, 3.4e38f, 1e-45f, -123.456f };
    for (int i = 0; i < 7; i++)
        printf("%08x %d\n", float_bits(list[i]), bits_float(float_bits(list[i])) == list[i]);
    for (float x = 0.25f; x < 100; x *= 5)
        printf("%.6f ", rsqrt(x));
    printf("\n%zu\n", sizeof m);
    union mix copy = m, arr[2] = { { 1 }, { .d = 2.0 } };
    arr[0] = copy;
    printf("%d %llx\n", arr[0].u64 == m.u64, (unsigned long long)arr[1].u64);
    return copy.b[6] >> 2;
}
