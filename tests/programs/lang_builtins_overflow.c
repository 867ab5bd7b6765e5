// __builtin_add/sub/mul_overflow with equal and mixed operand and result types.
#include <stdio.h>
#include <limits.h>
#include <stdint.h>

#define TRY(op, T, fmt, a, b) do { \
    T r_; \
    int o_ = __builtin_##op##_overflow((a), (b), &r_); \
    printf(#op " " #T " %d " fmt "\n", o_, r_); \
} while (0)

static unsigned long parse(const char *s, int *bad)
{
    unsigned v = 0;
    *bad = 0;
    for (; *s; s++)
        if (__builtin_mul_overflow(v, 10u, &v) || __builtin_add_overflow(v, (unsigned)(*s - '0'), &v))
            *bad = 1;
    return v;
}

int main(void)
{
    volatile int max = INT_MAX, min = INT_MIN, minus = -1;
    volatile unsigned umax = UINT_MAX;
    volatile long long llmax = LLONG_MAX;

    TRY(add, int, "%d", max, 1);
    TRY(add, int, "%d", max, -1);
    TRY(sub, int, "%d", min, 1);
    TRY(sub, int, "%d", 0, min);
    TRY(mul, int, "%d", 46341, 46341);
    TRY(mul, int, "%d", 46340, -46341);
    TRY(mul, int, "%d", min, minus);
    TRY(add, unsigned, "%u", umax, 1u);
    TRY(sub, unsigned, "%u", 3u, 4u);
    TRY(mul, unsigned, "%u", umax, umax);
    TRY(add, unsigned char, "%d", 200, 100);
    TRY(add, signed char, "%d", -100, -28);
    TRY(sub, short, "%d", -32768, 1);
    TRY(mul, unsigned short, "%d", 255, 257);
    TRY(add, long long, "%lld", llmax, 1LL);
    TRY(sub, long long, "%lld", -2LL, llmax);
    TRY(add, unsigned long long, "%llu", ULLONG_MAX, 2ULL);
    TRY(mul, unsigned long long, "%llu", 0x100000000ULL, 0xffffffffULL);
    TRY(add, int, "%d", 3000000000u, -1000000000);      /* mixed signedness */
    TRY(add, unsigned, "%u", -5, 3);
    TRY(sub, unsigned, "%u", 5LL, -4294967290LL);
    TRY(add, long long, "%lld", umax, min);
    TRY(mul, signed char, "%d", 1000LL, 1000);
    TRY(sub, uint16_t, "%d", (int8_t)-1, (int8_t)-2);
    int r;
    printf("%d\n", __builtin_sadd_overflow(max, 2, &r));
    printf("%d\n", r);
    int bad;
    unsigned long v = parse("4294967295", &bad);
    printf("%lu %d\n", v, bad);
    v = parse("4294967296", &bad);
    printf("%lu %d\n", v, bad);
    unsigned carry_out;
    unsigned sum = __builtin_addc(umax, 5u, 1u, &carry_out);
    printf("%u %u\n", sum, carry_out);
    return __builtin_smul_overflow(max, 2, &r) + 5;
}
