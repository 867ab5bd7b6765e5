// Nested function calls, argument promotion in calls, ring buffer, results used as arguments.
#include <stdio.h>

struct ring { unsigned char buf[8]; unsigned head, tail; };

static int put(struct ring *r, int v)
{
    if (r->head - r->tail == sizeof r->buf)
        return 0;
    r->buf[r->head++ % sizeof r->buf] = (unsigned char)v;
    return 1;
}
static int get(struct ring *r) { return r->head == r->tail ? -1 : r->buf[r->tail++ % sizeof r->buf]; }

static int clamp(int v, int lo, int hi) { return v < lo ? lo : v > hi ? hi : v; }
static long wide(char c, short s, int i, long l, unsigned char uc) { return c + s * 2L + i * 3L + l * 4 + uc * 5; }
static double mixd(float f, double d, int i) { return f * 2 + d / 4 + i; }
static int sub(int a, int b) { return a - b; }
static char to_char(int v) { return (char)v; }
static unsigned char to_uchar(int v) { return (unsigned char)v; }
static short to_short(long v) { return (short)v; }
static float to_float(double d) { return (float)d; }
static long long to_ll(int v) { return v; }
static unsigned long long to_ull(int v) { return (unsigned long long)v; }

int main(void)
{
    struct ring r = { .head = 4294967290u, .tail = 4294967290u };
    int ok = 0;
    for (int i = 0; i < 12; i++)
        ok += put(&r, i * 37);
    printf("%d", ok);
    for (int i = 0; i < 5; i++)
        printf(" %d", get(&r));
    ok = put(&r, 1000) + put(&r, -1);
    while ((ok = get(&r)) >= 0)
        printf(" %d", ok);
    printf(" %d %u\n", get(&r), r.head);

    printf("%d\n", clamp(clamp(50, 0, clamp(200, 5, 30)), sub(sub(9, 4), sub(7, 3)), sub(100, clamp(-5, 0, 1))));
    printf("%ld\n", wide('a', -300, 100000, -5L, 250));
    printf("%ld\n", wide((char)200, (short)40000, (int)2e9 - 1 > 0, (long)to_ll(7), to_uchar(-1)));
    printf("%.17g\n", mixd(1, 2, (int)3.99));
    printf("%.17g\n", mixd(to_float(0.1), to_float(0.1), to_short(70000)));
    printf("%d %d %d\n", to_char(200), to_uchar(300), to_short(-40000));
    printf("%lld %llu\n", to_ll(-5), to_ull(-5));
    printf("%a\n", to_float(1.0 / 3));
    int (*fp)(int, int) = sub, (*const *pp)(int, int) = &(int (*const)(int, int)){ sub };
    printf("%d %d\n", fp(fp(10, 3), (*pp)(4, 1)), (**pp)(to_char(65), 'A'));
    return clamp(sub(to_uchar(-56), 0), 0, 123);
}
