// GNU empty structures, zero-length arrays and structs containing them by value.
#include <stdio.h>
#include <stddef.h>

struct empty {};
struct zlen { int n; char data[0]; };
struct wrap { int a; struct empty e; int b; };
struct two { struct empty x, y; };

static struct empty nothing(struct empty e, int *calls)
{
    ++*calls;
    return e;
}

static int between(int a, struct empty e, int b, struct two t, double d)
{
    (void)e;
    (void)t;
    return a * 100 + b * 10 + (int)d;
}

static struct wrap bump(struct wrap w)
{
    w.a++;
    w.b--;
    return w;
}

int main(void)
{
    struct empty e = {}, arr[4];
    struct two t = {};
    int calls = 0;

    (void)arr;
    e = nothing(nothing(e, &calls), &calls);
    printf("%d\n", calls);
    printf("%zu %zu %zu\n", sizeof e, sizeof arr, sizeof t);
    printf("%zu %zu\n", sizeof(struct zlen), offsetof(struct zlen, data));
    printf("%zu %zu\n", sizeof(struct wrap), offsetof(struct wrap, b));
    printf("%d\n", between(1, e, 2, t, 3.9));
    struct wrap w = bump((struct wrap){ 10, {}, 20 });
    printf("%d %d\n", w.a, w.b);
    int (*fp)(int, struct empty, int, struct two, double) = between;
    printf("%d\n", fp(4, e, 5, t, 6.5));
    struct { struct empty first; char c; int zero[0]; short s; } mix = { {}, 'm', {}, 9 };
    printf("%c %d %zu\n", mix.c, mix.s, sizeof mix);
    return w.a + w.b;
}
