// Structure assignment, copying, arrays in structs, self-assignment, nested initialisers.
#include <stdio.h>
#include <string.h>

struct inner { char tag; int v[3]; };
struct outer { struct inner a, b; double d; struct outer *link; };
typedef struct { unsigned char px[16][16]; } tile;

static void by_value(struct outer o)
{
    o.a.v[0] = -1;
    o.link->d += 1;
}

static struct inner make(char tag, int base)
{
    struct inner r = { tag, { base, base * 2, base * 3 } };
    return r;
}

static unsigned sum(const tile *t)
{
    unsigned s = 0;
    for (int i = 0; i < 16; i++)
        for (int j = 0; j < 16; j++)
            s = s * 3 + t->px[i][j];
    return s;
}

int main(void)
{
    struct outer x = { { 'x', { 1, 2, 3 } }, make('y', 10), 2.5, NULL }, y, z = x;
    y = x;
    y.link = &x;
    z.a = y.b;
    z.b.v[1]++;
    printf("%c %d %d %d\n", z.a.tag, z.a.v[2], z.b.v[1], x.b.v[1]);
    by_value(y);
    printf("%d %g %g\n", y.a.v[0], x.d, y.d);
    struct outer *p = &x, *q = &y;
    *p = *q;
    p->link->a.tag = 'L';
    printf("%c %c %d\n", x.a.tag, y.a.tag, x.link == &x);
    *p = *p;
    struct inner arr[4] = { make('a', 1), make('b', 2), make('c', 3) };
    arr[3] = arr[1];
    arr[1] = arr[0];
    struct inner t = arr[2];
    arr[2] = arr[3];
    arr[3] = t;
    for (int i = 0; i < 4; i++)
        printf("%c%d ", arr[i].tag, arr[i].v[2]);
    printf("\n");
    tile one, two;
    for (int i = 0; i < 256; i++)
        one.px[i / 16][i % 16] = (unsigned char)(i * i);
    two = one;
    two.px[3][4]++;
    tile three = two;
    printf("%u %u %u\n", sum(&one), sum(&two), sum(&three));
    struct { int a; struct { int b, c; } in; int tail[2]; } s = { 1, { 2 }, { 3 } }, r;
    r = s;
    r.in.c = 9;
    printf("%d %d %d %d %d\n", r.a, r.in.b, r.in.c, r.tail[0], r.tail[1]);
    struct inner zero = { 0 };
    printf("%d %d\n", memcmp(zero.v, s.tail, sizeof(int)) != 0, zero.v[2]);
    return (y = x).a.v[1] + (*p).b.v[0];
}
