// Designated initialisers: nested, out of order, overriding, mixed with positional, GNU ranges.
#pragma clang diagnostic ignored "-Winitializer-overrides"
#include <stdio.h>

struct inner { int a, b[3]; };
struct outer { struct inner in; char name[6]; struct inner more[2]; double d; };

static int sparse[] = { [3] = 30, 40, [1] = 10, 20, [8] = 80 };
static const char kind[256] = { ['0' ... '9'] = 1, ['a' ... 'z'] = 2, ['A' ... 'Z'] = 2, ['_'] = 3, ['x'] = 4 };
static int matrix[3][4] = { [1] = { 5, [3] = 8 }, [2][2] = 99, [0] = { [1 ... 2] = 7 } };
static struct outer st = {
    .d = 2.5, .in.b[1] = 11, .in.a = 1, .name = "hello",
    .more = { [1] = { .b = { [2] = 33 } } }, .more[0].a = 44
};

static void show(const struct outer *o)
{
    printf("%d [%d %d %d] %s", o->in.a, o->in.b[0], o->in.b[1], o->in.b[2], o->name);
    for (int i = 0; i < 2; i++)
        printf(" %d [%d %d %d]", o->more[i].a, o->more[i].b[0], o->more[i].b[1], o->more[i].b[2]);
    printf(" %g\n", o->d);
}

int main(void)
{
    printf("%zu:", sizeof sparse / sizeof *sparse);
    for (unsigned i = 0; i < sizeof sparse / sizeof *sparse; i++)
        printf(" %d", sparse[i]);
    printf("\n");
    int hist[5] = { 0 };
    for (int i = 0; i < 256; i++)
        hist[(int)kind[i]]++;
    printf("%d %d %d %d %d\n", hist[0], hist[1], hist[2], hist[3], hist[4]);
    for (int i = 0; i < 3; i++)
        printf("%d %d %d %d\n", matrix[i][0], matrix[i][1], matrix[i][2], matrix[i][3]);
    show(&st);

    int base = 6;
    struct outer o = { { base, { base + 1, [2] = base * 2 } }, { 'a', [2] = 0 }, .more[1].b[0] = base,
                       base + 2, base * base, .d = base / 4.0 };
    show(&o);
    struct outer copy = { .in = o.in, .name = { [0] = 'z', 'y' }, .more[0] = o.more[1] };
    copy.in.a++;
    show(&copy);
    int grid[][2] = { { 1 }, { 2, 3 }, [4] = { 9, 9 }, [3][1] = 5 };
    int acc = 0;
    for (unsigned i = 0; i < sizeof grid / sizeof *grid; i++)
        acc = acc * 3 + grid[i][0] + 2 * grid[i][1];
    printf("%zu %d\n", sizeof grid, acc);
    union { int i; char c[8]; double d; } u = { .c = { 1, 2, [3] = 4 } };
    printf("%x\n", (unsigned)u.i);
    return sparse[8];
}
