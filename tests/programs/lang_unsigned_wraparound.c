// Unsigned wrap-around in all widths: LCGs, hash functions, modular arithmetic, adler and fletcher.
#include <stdio.h>
#include <stdint.h>
#include <string.h>

static uint32_t fnv1a(const char *s)
{
    uint32_t h = 2166136261u;
    while (*s)
        h = (h ^ (unsigned char)*s++) * 16777619u;
    return h;
}
static uint64_t djb2(const char *s)
{
    uint64_t h = 5381;
    while (*s)
        h = (h << 5) + h + (unsigned char)*s++;
    return h;
}
static uint32_t murmur_mix(uint32_t h)
{
    h ^= h >> 16;
    h *= 0x85ebca6b;
    h ^= h >> 13;
    h *= 0xc2b2ae35;
    return h ^ h >> 16;
}
static uint32_t adler32(const unsigned char *p, size_t n)
{
    uint32_t a = 1, b = 0;
    for (; n--; p++) {
        a = (a + *p) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}
static uint16_t fletcher16(const unsigned char *p, size_t n)
{
    uint8_t a = 0, b = 0;
    while (n--) {
        a += *p++;
        b += a;
    }
    return (uint16_t)(b << 8 | a);
}
static uint64_t splitmix(uint64_t *s)
{
    uint64_t z = *s += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

int main(void)
{
    static const char *const words[] = { "", "a", "hash", "the quick brown fox", "\xff\xfe\x80" };
    for (int i = 0; i < 5; i++) {
        const char *w = words[i];
        printf("%08x %016llx %08x %08x %04x\n", fnv1a(w), (unsigned long long)djb2(w), murmur_mix(fnv1a(w)),
               adler32((const unsigned char *)w, strlen(w)), fletcher16((const unsigned char *)w, strlen(w)));
    }
    uint64_t s = 42;
    for (int i = 0; i < 5; i++)
        printf("%016llx\n", (unsigned long long)splitmix(&s));
    uint16_t lcg16 = 1;
    uint8_t lcg8 = 1;
    int period8 = 0, period16 = 0;
    do { lcg8 = (uint8_t)(lcg8 * 5 + 3); period8++; } while (lcg8 != 1);
    do { lcg16 = (uint16_t)(lcg16 * 25173u + 13849u); period16++; } while (lcg16 != 1);
    printf("%d %d\n", period8, period16);
    uint32_t inv = 1, odd = 0x12345677;
    for (int i = 0; i < 5; i++)
        inv *= 2 - odd * inv;
    printf("%08x %u\n", inv, inv * odd);
    return period8 & 0x7f;
}
