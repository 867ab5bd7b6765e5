// qsort and bsearch over a few thousand integers of different widths; checksum of the order.
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>

enum { N = 3000 };
static int ints[N];
static int64_t longs[N];
static unsigned char bytes[N];
static double reals[N];
static struct { short k; char pad[9]; } odd[N];

static uint32_t seed = 12345;
static uint32_t rnd(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 17;
    seed ^= seed << 5;
    return seed;
}

#define COMPARE(name, T) \
    static int name(const void *a, const void *b) \
    { \
        T x = *(const T *)a, y = *(const T *)b; \
        return (x > y) - (x < y); \
    }
COMPARE(cmp_int, int)
COMPARE(cmp_i64, int64_t)
COMPARE(cmp_u8, unsigned char)
COMPARE(cmp_dbl, double)
COMPARE(cmp_short, short)

int main(void)
{
    for (int i = 0; i < N; i++) {
        ints[i] = (int)rnd();
        longs[i] = (int64_t)((uint64_t)rnd() << 32 | rnd());
        bytes[i] = (unsigned char)rnd();
        reals[i] = (int)rnd() / 1000.0;
        odd[i].k = (short)rnd();
    }
    qsort(ints, N, sizeof *ints, cmp_int);
    qsort(longs, N, sizeof *longs, cmp_i64);
    qsort(bytes, N, sizeof *bytes, cmp_u8);
    qsort(reals, N, sizeof *reals, cmp_dbl);
    qsort(odd, N, sizeof *odd, cmp_short);
    uint64_t h = 0;
    int disorder = 0;
    for (int i = 0; i < N; i++) {
        h = h * 1000003 + (uint64_t)ints[i] + (uint64_t)longs[i] * 3 + bytes[i] + (uint64_t)odd[i].k;
        if (i)
            disorder += ints[i] < ints[i - 1] || longs[i] < longs[i - 1] || reals[i] < reals[i - 1] ||
                        odd[i].k < odd[i - 1].k || bytes[i] < bytes[i - 1];
    }
    printf("%016llx %d\n", (unsigned long long)h, disorder);
    printf("%d %d %lld %lld %.3f %.3f\n", ints[0], ints[N - 1], (long long)longs[0], (long long)longs[N - 1],
           reals[0], reals[N - 1]);
    printf("%d %d %d\n", odd[0].k, odd[N / 2].k, odd[N - 1].k);
    int hits = 0;
    for (int i = 0; i < N; i += 100) {
        int *p = bsearch(&ints[i], ints, N, sizeof *ints, cmp_int);
        hits += p && *p == ints[i];
    }
    int absent = ints[10] + 1 == ints[11] ? 0 : ints[10] + 1;
    printf("%d %d\n", hits, bsearch(&absent, ints, N, sizeof *ints, cmp_int) == NULL);
    return hits;
}
