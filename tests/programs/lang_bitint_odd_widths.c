// _BitInt(N) of odd widths: wrap-around, division, shifts, conversions.
#include <stdio.h>

typedef unsigned _BitInt(7) u7;
typedef _BitInt(13) s13;
typedef unsigned _BitInt(37) u37;
typedef _BitInt(53) s53;
typedef unsigned _BitInt(3) u3;

struct holder { u7 a; s13 b; u37 c; };

static u37 step(u37 x, u7 k) { return x * 1103515245u + k; }
static s13 half(s13 v) { return v / (s13)2; }

int main(void)
{
    u7 a = 120;
    for (int i = 0; i < 12; i++)
        printf("%u ", (unsigned)a++);
    printf("\n");
    u3 tiny = 5;
    for (int i = 0; i < 10; i++, tiny += (u3)3)
        printf("%u", (unsigned)tiny);
    printf("\n");
    s13 b = -4096;
    printf("%d %d %d\n", (int)half(b), (int)(b >> 5), (int)(s13)5000);
    printf("%d %d\n", (int)(b % (s13)77), (int)(s13)((int)b - 1));
    u37 c = 1;
    for (unsigned i = 0; i < 20; i++) {
        c = step(c, (u7)(i * 9));
        printf("%llu ", (unsigned long long)c);
    }
    printf("\n%llu %llu\n", (unsigned long long)(c / 12345u), (unsigned long long)(c % 12345u));
    printf("%llx %llx\n", (unsigned long long)(c << 11), (unsigned long long)(c >> 11));
    s53 d = -(s53)3000000000000000;
    printf("%lld %lld\n", (long long)(d / (s53)7), (long long)(d >> 20));
    printf("%d %d\n", d < (s53)b, c > (u37)a);
    printf("%.17g %.17g\n", (double)d, (double)c);
    printf("%lld %u\n", (long long)(s53)-1.5e15, (unsigned)(u7)99.9);
    printf("%u\n", (unsigned)(u7)~(u7)0);
    printf("%zu %zu %zu %zu\n", sizeof(u7), sizeof(s13), sizeof(u37), sizeof(s53));
    struct holder h = { (u7)200, (s13)9000, ~(u37)0 };
    h.c -= 5;
    h.b -= (s13)1;
    printf("%u %d %llu\n", (unsigned)h.a, (int)h.b, (unsigned long long)h.c);
    printf("%d\n", (int)((u3)7 + (u3)1));       /* arithmetic stays 3 bits wide */
    _Bool nonzero = c;
    return nonzero ? (int)(c % (u37)50) : 1;
}
