// Zero-width and unnamed bit-fields, _Bool and enum bit-fields, sizes and bytes.
#include <stdio.h>
#include <string.h>
#include <stdbool.h>

enum level { LOW, MID, HIGH, TOP };
struct z1 { unsigned a : 3; unsigned : 0; unsigned b : 3; };
struct z2 { char a : 3; char : 0; char b : 3; };
struct un { unsigned a : 3; unsigned : 7; unsigned b : 5; unsigned : 2; unsigned c : 1; };
struct fl { bool p : 1, q : 1, r : 1; enum level lv : 2; bool s : 1; };
struct z3 { short x : 4; int : 0; char y; };
struct z4 { char c; long long : 0; char d; };

static void dump(const void *p, size_t n)
{
    const unsigned char *b = p;
    for (size_t i = 0; i < n; i++)
        printf("%02x ", b[i]);
    printf("(%zu)\n", n);
}

int main(void)
{
    struct z1 a;
    struct z2 b;
    struct un c;
    struct fl d;
    struct z3 e;
    memset(&a, 0, sizeof a);
    memset(&b, 0, sizeof b);
    memset(&c, 0, sizeof c);
    memset(&d, 0, sizeof d);
    memset(&e, 0, sizeof e);
    a.a = 5; a.b = 6;
    b.a = -3; b.b = 2;
    c.a = 7; c.b = 21; c.c = 1;
    e.x = -7; e.y = 'q';
    dump(&a, sizeof a);
    dump(&b, sizeof b);
    dump(&c, sizeof c);
    dump(&e, sizeof e);
    printf("%d %d %u %u %u\n", b.a, b.b, c.a, c.b, c.c);
    printf("%zu %zu %zu\n", sizeof(struct z3), sizeof(struct z4), _Alignof(struct z4));
    for (int i = 0; i < 6; i++) {
        d.p = i & 6;
        d.q = !d.p;
        d.r = i * 0.25;
        d.lv = (enum level)(i & 3);
        d.s = d.lv == HIGH;
        printf("%d%d%d %d %d | ", d.p, d.q, d.r, d.lv, d.s);
        dump(&d, sizeof d);
    }
    d.p++;
    d.q = 0;
    d.q |= 4;
    d.r = d.p + d.q;
    printf("%d %d %d\n", d.p, d.q, d.r);
    struct fl copy = d;
    copy.lv = TOP;
    return copy.lv * 10 + copy.r;
}
