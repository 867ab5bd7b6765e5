// Struct arguments interleaved with many scalars so that registers run out.
#include <stdio.h>

struct p2 { int x, y; };
struct l2 { long a, b; };
struct d2 { double a, b; };
struct c3 { char c[3]; };
struct l5 { long v[5]; };

static void many(int a, struct p2 p, double d, struct l2 l, float f, struct d2 dd, char c,
                 struct c3 c3, long long ll, struct l5 l5, short s, struct p2 q, double e,
                 struct d2 ee, unsigned char uc, struct l2 m, float g)
{
    printf("%d %d %d %g %ld %ld %g %g %g\n", a, p.x, p.y, d, l.a, l.b, f, dd.a, dd.b);
    printf("%c %.3s %lld %ld %ld %ld %d\n", c, c3.c, ll, l5.v[0], l5.v[2], l5.v[4], s);
    printf("%d %d %g %g %g %d %ld %ld %g\n", q.x, q.y, e, ee.a, ee.b, uc, m.a, m.b, g);
}

static double floats(float a, double b, float c, double d, float e, double f, float g, double h,
                     float i, double j, float k, struct d2 s, float l)
{
    return a - b * 2 + c * 3 - d * 4 + e * 5 - f * 6 + g * 7 - h * 8 + i * 9 - j * 10 + k * 11 +
           s.a * 100 + s.b * 1000 + l;
}

static int ints(char a, short b, int c, long d, long long e, unsigned char f, unsigned short g,
                unsigned h, struct c3 i, _Bool j, signed char k, long long l)
{
    printf("%d %d %d %ld %lld %d %d %u %d %d %d %lld\n", a, b, c, d, e, f, g, h, i.c[1], j, k, l);
    return a + b + c + (int)d + (int)e + f + g + (int)h + j + k + (int)l;
}

int main(void)
{
    struct l5 big = { { 11, 22, 33, 44, 55 } };
    many(1, (struct p2){ 2, 3 }, 4.5, (struct l2){ 6, -7 }, 8.25f, (struct d2){ 9.5, -10.5 }, 'c',
         (struct c3){ "xyz" }, 0x1234567890LL, big, -12, (struct p2){ 13, -14 }, 15.125,
         (struct d2){ 1e10, 1e-10 }, 250, (struct l2){ -16, 17 }, -18.5f);
    printf("%.17g\n", floats(1.1f, 2.2, 3.3f, 4.4, 5.5f, 6.6, 7.7f, 8.8, 9.9f, 10.1, 11.1f,
                             (struct d2){ 0.1, 0.2 }, 12.5f));
    int (*fp)(char, short, int, long, long long, unsigned char, unsigned short, unsigned,
              struct c3, _Bool, signed char, long long) = ints;
    int r = fp(-1, -2, -3, -4, -5, 251, 65530, 4294967289u, (struct c3){ { 1, 2, 3 } }, 5, -9, -10);
    printf("%d\n", r);
    return r & 0x3f;
}
