// Bit builtins: clz, ctz, popcount, parity, ffs, bswap, rotate, bitreverse, clrsb.
#include <stdio.h>
#include <stdint.h>

static unsigned mix(unsigned h, unsigned v) { return (h ^ v) * 16777619u; }

int main(void)
{
    static const uint64_t vals[] = {
        1, 2, 3, 0x80, 0xff00, 0x8000, 0x12345678, 0x80000000, 0xffffffff, 0x100000000,
        0xdeadbeefcafebabe, 0x8000000000000000, 0xffffffffffffffff, 0x5555555555555555
    };
    unsigned h = 2166136261u;
    for (unsigned i = 0; i < sizeof vals / sizeof *vals; i++) {
        uint64_t v = vals[i];
        uint32_t w = (uint32_t)v | 1u << (i % 31);
        unsigned long l = (unsigned long)v | 1;
        printf("%d %d %d %d %d | ", __builtin_clzll(v), __builtin_ctzll(v), __builtin_popcountll(v),
               __builtin_parityll(v), __builtin_ffsll((long long)v));
        printf("%d %d %d %d %d | ", __builtin_clz(w), __builtin_ctz(w), __builtin_popcount(w),
               __builtin_parity(w), __builtin_ffs((int)w));
        printf("%d %d %d\n", __builtin_clzl(l), __builtin_popcountl(l), __builtin_ffsl((long)l));
        printf("%04x %08x %016llx\n", __builtin_bswap16((uint16_t)v), __builtin_bswap32((uint32_t)v),
               (unsigned long long)__builtin_bswap64(v));
        printf("%02x %04x %08x %016llx\n", __builtin_rotateleft8((uint8_t)v, 3),
               __builtin_rotateright16((uint16_t)v, 5), __builtin_rotateleft32((uint32_t)v, i * 5),
               (unsigned long long)__builtin_rotateright64(v, i * 7));
        printf("%02x %08x %016llx\n", __builtin_bitreverse8((uint8_t)v), __builtin_bitreverse32((uint32_t)v),
               (unsigned long long)__builtin_bitreverse64(v));
        h = mix(h, (unsigned)__builtin_clrsb((int)v) + (unsigned)__builtin_clrsbll((long long)v) * 64);
    }
    for (unsigned i = 1; i < 5000; i += 7) {
        h = mix(h, (unsigned)__builtin_popcount(i * 2654435761u));
        h = mix(h, (unsigned)__builtin_ctz(i << (i % 17)));
        h = mix(h, (unsigned)__builtin_clzll((unsigned long long)i * i));
    }
    printf("%u\n", h);
    printf("%d %d %d\n", __builtin_ffs(0), __builtin_popcount(0), __builtin_parity(0));
    printf("%d %d\n", __builtin_constant_p(5 + 3), __builtin_expect(h > 5, 1) ? 10 : 20);
    if (h == 12345)
        __builtin_unreachable();
    return (int)(h % 100);
}
