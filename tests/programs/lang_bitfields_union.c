// Bit-fields inside unions used to take values apart (IEEE double, flags register).
#include <stdio.h>
#include <stdint.h>

union dbl {
    double d;
    uint64_t u;
    struct { uint64_t mant : 52; uint64_t exp : 11; uint64_t sign : 1; } f;
};
union flt {
    float f;
    struct { uint32_t mant : 23, exp : 8, sign : 1; };
};
union reg {
    uint16_t word;
    struct { uint8_t lo, hi; } byte;
    struct { uint16_t carry : 1, : 1, parity : 1, : 3, zero : 1, sign : 1, rest : 8; } bit;
    int16_t s : 9;
};

int main(void)
{
    double ds[] = { 0.0, -0.0, 1.0, -2.5, 1e300, 5e-324, 3.141592653589793 };
    for (unsigned i = 0; i < sizeof ds / sizeof *ds; i++) {
        union dbl v = { ds[i] };
        printf("%d %d %llx %llx\n", (int)v.f.sign, (int)v.f.exp - 1023,
               (unsigned long long)v.f.mant, (unsigned long long)v.u);
    }
    union dbl b = { .u = 0 };
    b.f.exp = 1023 + 4;
    b.f.mant = 1ULL << 51;
    b.f.sign = 1;
    printf("%g\n", b.d);
    b.f.exp -= 5;
    b.f.sign ^= 1;
    printf("%g\n", b.d);

    union flt f = { 0.15625f };
    printf("%u %u %x\n", f.sign, f.exp, f.mant);
    for (f.exp = 120; f.exp < 130; f.exp += 3)
        printf("%.9g ", f.f);
    printf("\n");

    union reg r = { .word = 0 };
    r.bit.carry = 1;
    r.bit.sign = 1;
    r.bit.rest = 0x5a;
    printf("%04x %02x %02x %d\n", r.word, r.byte.lo, r.byte.hi, r.s);
    r.word = 0xfffe;
    printf("%d %d %d %d %d\n", r.bit.carry, r.bit.parity, r.bit.zero, r.bit.rest, r.s);
    r.s = 77;
    printf("%04x %zu %zu\n", r.word, sizeof r, sizeof(union dbl));
    return r.byte.lo;
}
