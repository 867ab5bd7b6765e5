// Bit-fields of type long long wider than 32 bits, arithmetic and shifts on them.
#include <stdio.h>
#include <string.h>

struct big { unsigned long long a : 40; long long b : 24; long long c : 50; unsigned long long d : 14; };
struct lone { long l : 17; unsigned long ul : 15; long long x : 63; };

int main(void)
{
    struct big v = { 0xffffffffffULL, -1, -1, 0x3fff };
    printf("%llx %lld %lld %x\n", (unsigned long long)v.a, (long long)v.b, (long long)v.c, (int)v.d);
    v.a = 0x1234567890ULL;
    v.b = -8000000;
    v.c = -500000000000000LL;
    v.d = 12345;
    printf("%llx %lld %lld %d\n", (unsigned long long)v.a, (long long)v.b, (long long)v.c, (int)v.d);

    unsigned long long raw[2];
    _Static_assert(sizeof raw == sizeof v, "two units");
    memcpy(raw, &v, sizeof raw);
    printf("%016llx %016llx\n", raw[0], raw[1]);

    for (int i = 0; i < 6; i++) {
        v.a *= 1000003;
        v.c /= -3;
        v.b += 3000000;
        v.d = v.d * 5 + 1;
        memcpy(raw, &v, sizeof raw);
        printf("%016llx %016llx %lld\n", raw[0], raw[1], (long long)v.c);
    }
    v.a = 0x8000000000ULL;
    printf("%llx\n", (unsigned long long)(v.a >> 7));
    v.a <<= 1;
    printf("%llx\n", (unsigned long long)v.a);
    printf("%d\n", v.c < 0);

    struct lone l = { -65536, 32767, -1 };
    l.x >>= 3;
    l.x -= 0x3fffffffffffffffLL;
    printf("%ld %lu %lld %zu\n", (long)l.l, (unsigned long)l.ul, (long long)l.x, sizeof l);
    l.ul++;
    l.l--;
    printf("%ld %lu\n", (long)l.l, (unsigned long)l.ul);
    return (int)(raw[0] % 113);
}
