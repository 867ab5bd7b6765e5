// GNU statement expressions: macros, nesting, control flow inside, struct values.
#include <stdio.h>

#define MAX(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
#define SWAP(a, b) ({ __typeof__(a) _t = (a); (a) = (b); (b) = _t; })
#define SUM(n, f) ({ long _s = 0; for (int _i = 0; _i < (n); _i++) _s += f(_i); _s; })

struct pt { int x, y; };
static int calls;
static int f(int x) { calls++; return x * x; }

static int early(int v)
{
    int r = ({
        if (v < 0)
            return -1;
        int t = v;
        while (t > 9)
            t /= 10;
        t;
    });
    return r * 100;
}

static int loop_control(void)
{
    int sum = 0;
    for (int i = 0; i < 10; i++)
        sum += ({ if (i == 3) continue; if (i == 7) break; i; });
    return sum;
}

int main(void)
{
    int a = 5, b = 9;
    printf("%d %d\n", MAX(a++, b++), MAX(2, MAX(f(3), f(2))));
    printf("%d %d %d\n", a, b, calls);
    printf("%g\n", MAX(1.5, 2));
    SWAP(a, b);
    printf("%d %d\n", a, b);
    printf("%ld\n", SUM(10, f));
    printf("%d %d %d\n", early(-4), early(8765), early(3));
    printf("%d\n", loop_control());
    struct pt p = ({ struct pt q = { 1, 2 }; q.x += 40; q; });
    printf("%d %d %d\n", p.x, p.y, ({ p; }).x);
    int n = ({ int i = 0; do i += 3; while (i < 20); i; }) + ({ 1; });
    printf("%d\n", n);
    int arr[3] = { ({ n++; n; }), ({ n * 2; }), 0 };
    printf("%d %d\n", arr[0], arr[1]);
    printf("%s\n", ({ const char *s = "text"; s + 1; }));
    ({ printf("void "); (void)0; });
    printf("%zu %zu\n", sizeof(({ char c = 1; c; })), sizeof(({ 1.0f; })));
    double d = ({ double x = 2; for (int i = 0; i < 5; i++) x = (x + 2 / x) / 2; x; });
    printf("%.15f\n", d);
    return ({ int r = calls; r += 3; r; });
}
