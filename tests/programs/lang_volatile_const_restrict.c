// volatile accesses, const objects and pointers, restrict parameters.
#include <stdio.h>

static volatile int counter;
static const volatile unsigned reg = 0xdeadbeef;
static const int table[4] = { 2, 3, 5, 7 };
volatile struct { unsigned char a; short b; int c[3]; unsigned f : 5; } dev;

static int tick(void)
{
    counter++;
    counter += 2;
    return counter--;
}

static void axpy(int n, double k, const double *restrict x, double *restrict y)
{
    for (int i = 0; i < n; i++)
        y[i] += k * x[i];
}

static int total(const int *const p, int n)
{
    int t = 0;
    for (const int *q = p; q < p + n; q++)
        t += *q;
    return t;
}

static size_t length(const char *s)
{
    const char *const start = s;
    while (*s)
        ++s;
    return (size_t)(s - start);
}

int main(void)
{
    for (int i = 0; i < 4; i++)
        printf("%d ", tick());
    printf("%d\n", counter);
    printf("%x %u\n", reg, reg >> 16);
    dev.a = 255;
    dev.a++;
    dev.b = -5;
    dev.c[1] = dev.b * 3;
    dev.c[dev.c[0]] += 9;
    dev.f = dev.a + 40;
    dev.f--;
    printf("%d %d %d %d %d\n", dev.a, dev.b, dev.c[0], dev.c[1], dev.f);

    double x[3] = { 1, 2, 3 }, y[3] = { 0.5, 0.25, 0.125 };
    axpy(3, 1.5, x, y);
    printf("%g %g %g\n", y[0], y[1], y[2]);
    printf("%d %zu\n", total(table, 4), length("const"));
    volatile double vd = 0.1;
    vd = vd + 0.2;
    printf("%.17g\n", vd);
    volatile long long vll = 1LL << 40;
    vll |= 3;
    vll >>= 1;
    printf("%lld\n", vll);
    int plain = 3;
    volatile int *volatile vp = &plain;
    *vp += 4;
    vp = (volatile int *)&counter;
    *vp = 0;
    const char *const names[] = { "a", "bb" };
    printf("%d %d %s\n", plain, counter, names[1]);
    const struct { int v; const int w; } cs = { 1, 2 };
    printf("%d\n", cs.v + cs.w);
    return plain;
}
