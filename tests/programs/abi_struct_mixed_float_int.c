// By-value structures mixing float, double and integer members.
#include <stdio.h>

struct ff { float a, b; };
struct fff { float a, b, c; };
struct ffff { float a, b, c, d; };
struct fd { float a; double b; };
struct di { double a; int b; };
struct id { int a; double b; };
struct fi { float a; int b; };
struct ifi { int a; float b; int c; };
struct cfd { char c; float f; double d; };
struct dd { double a, b; };
struct ddd { double a, b, c; };
struct lf { long long a; float b; };

static struct ff ff(struct ff x, float k) { return (struct ff){ x.b * k, x.a + k }; }
static struct fff fff(struct fff x, struct fff y) { return (struct fff){ x.a + y.c, x.b * y.b, x.c - y.a }; }
static struct ffff ffff(struct ffff x) { return (struct ffff){ x.d, x.c, x.b, x.a * 2 }; }
static struct fd fd(double k, struct fd x) { return (struct fd){ (float)(x.b * k), x.a / k }; }
static struct di di(struct di x, int n) { return (struct di){ x.a * n, x.b + n }; }
static struct id id(struct id x, struct di y) { return (struct id){ x.a - y.b, x.b - y.a }; }
static struct fi fi(struct fi x) { return (struct fi){ (float)x.b, (int)x.a }; }
static struct ifi ifi(struct ifi x, float f) { return (struct ifi){ x.c, x.b * f, x.a }; }
static struct cfd cfd(struct cfd x) { x.c++; x.f /= 4; x.d = x.f + x.d; return x; }
static struct dd dd(struct dd x, struct dd y) { return (struct dd){ x.a * y.a - x.b * y.b, x.a * y.b + x.b * y.a }; }
static struct ddd ddd(struct ddd x, int i) { x.a += i; x.b *= i; x.c -= i; return x; }
static struct lf lf(struct lf x) { return (struct lf){ x.a << 5, x.b + 1 }; }

int main(void)
{
    struct ff a = ff((struct ff){ 1.5f, -2.25f }, 3);
    struct fff b = fff((struct fff){ 1, 2, 3 }, (struct fff){ 0.5f, 0.25f, 0.125f });
    struct ffff c = ffff((struct ffff){ 1.1f, 2.2f, 3.3f, 4.4f });
    struct fd d = fd(2.5, (struct fd){ 7, 0.3 });
    struct di e = di((struct di){ 1.0 / 3, 40 }, 3);
    struct id f = id((struct id){ 100, 2.75 }, e);
    struct fi g = fi((struct fi){ 99.9f, -7 });
    struct ifi h = ifi((struct ifi){ 1, 2, 3 }, 0.1f);
    struct cfd i = cfd((struct cfd){ 'a', 10, 0.7 });
    struct dd j = dd((struct dd){ 1, 2 }, (struct dd){ 3, 4 });
    struct ddd k = ddd((struct ddd){ 0.1, 0.2, 0.3 }, 3);
    struct lf l = lf((struct lf){ 0x123456789LL, 0.5f });
    printf("%a %a\n%a %a %a\n", a.a, a.b, b.a, b.b, b.c);
    printf("%a %a %a %a\n", c.a, c.b, c.c, c.d);
    printf("%a %a\n%a %d\n%d %a\n%a %d\n", d.a, d.b, e.a, e.b, f.a, f.b, g.a, g.b);
    printf("%d %a %d\n%c %a %a\n", h.a, h.b, h.c, i.c, i.f, i.d);
    printf("%g %g\n%a %a %a\n%llx %g\n", j.a, j.b, k.a, k.b, k.c, (unsigned long long)l.a, l.b);
    printf("%zu %zu %zu %zu %zu\n", sizeof d, sizeof e, sizeof f, sizeof i, sizeof l);
    return fi(fi((struct fi){ 42.5f, 17 })).b;
}
