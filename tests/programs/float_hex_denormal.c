// Hexadecimal float literals, denormals, limits of float and double, gradual underflow.
#include <stdio.h>
#include <float.h>
#include <string.h>
#include <stdint.h>

static uint64_t bits(double d)
{
    uint64_t u;
    memcpy(&u, &d, sizeof u);
    return u;
}
static uint32_t fbits(float f)
{
    uint32_t u;
    memcpy(&u, &f, sizeof u);
    return u;
}

int main(void)
{
    static const double lits[] = { 0x1p0, 0x1.8p1, 0x.1p4, 0xAp-3, 0x1.fffffffffffffp1023, 0x1p-1074,
                                   0x1.0000000000001p-1022, 0x0.8p-1022, 1e-310, 123456789e-20, .5e1, 1.e2 };
    for (unsigned i = 0; i < sizeof lits / sizeof *lits; i++)
        printf("%016llx %a %.17g\n", (unsigned long long)bits(lits[i]), lits[i], lits[i]);
    static const float flits[] = { 0x1.fffffep127f, 0x1p-149f, 0x1p-126f, 0x1.8p-140f, 0x1.000001p0f, 0x1.000003p0f };
    for (unsigned i = 0; i < sizeof flits / sizeof *flits; i++)
        printf("%08x %a %.9g\n", fbits(flits[i]), flits[i], flits[i]);

    double d = DBL_MIN;
    float f = FLT_MIN;
    int dn = 0, fn = 0;
    while (d > 0) {
        d /= 2;
        dn++;
    }
    while (f > 0) {
        f /= 2;
        fn++;
    }
    printf("%d %d\n", dn, fn);
    d = 0x1p-1074;
    printf("%a %a %a\n", d * 3 / 2, d * 0.5, d * 0.75);
    printf("%a %a\n", DBL_MIN - d, DBL_MIN / 3);
    f = 0x1p-149f;
    printf("%a %a %a\n", f * 5, f * 0.5f, (float)(0x1p-150 * 1.5));
    printf("%a %a\n", (float)1e-40, (double)(float)1e-45);
    printf("%a %d\n", (float)0x1.fffffefp127, (float)0x1.ffffffp127 > FLT_MAX);
    printf("%d %d\n", 1.0 + DBL_EPSILON > 1.0, 1.0 + DBL_EPSILON / 2 == 1.0);
    printf("%016llx %08x\n", (unsigned long long)bits(-0.0), fbits(-1.0f));
    return dn + fn;
}
