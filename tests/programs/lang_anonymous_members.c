// Anonymous structures and unions as members, nested several levels deep.
#include <stdio.h>
#include <stddef.h>

struct variant {
    enum { V_INT, V_REAL, V_PAIR } kind;
    union {
        int i;
        double r;
        struct { short first, second; };
    };
    char tail;
};

struct deep {
    int a;
    struct {
        int b;
        union {
            unsigned c;
            struct { unsigned char c0, c1; union { unsigned short c23; unsigned char arr[2]; }; };
        };
        struct { int d, e; };
    };
};

static int eval(const struct variant *v)
{
    switch (v->kind) {
    case V_INT: return v->i;
    case V_REAL: return (int)(v->r * 10);
    case V_PAIR: return v->first * 1000 + v->second;
    }
    return -1;
}

int main(void)
{
    struct variant vs[] = {
        { V_INT, { 42 }, 'x' },
        { .kind = V_REAL, .r = 2.75, .tail = 'y' },
        { .kind = V_PAIR, .first = 7, .second = -3, .tail = 'z' },
        { V_PAIR, { .first = 1 }, 'w' },
    };
    for (int i = 0; i < 4; i++)
        printf("%d %c\n", eval(&vs[i]), vs[i].tail);

    struct deep d = { 1, { 2, { 0x44332211 }, { 5, 6 } } };
    printf("%d %d %x %x %x %x %d %d\n", d.a, d.b, d.c0, d.c1, d.c23, d.arr[1], d.d, d.e);
    d.arr[0] = 0xee;
    d.c1++;
    printf("%x\n", d.c);
    struct deep e = { .a = 9, .c23 = 0xbeef, .e = 8 };
    printf("%x %d %d\n", e.c, e.e, e.d);
    printf("%zu %zu %zu %zu\n", offsetof(struct deep, c), offsetof(struct deep, c23),
           offsetof(struct deep, arr[1]), offsetof(struct deep, e));
    printf("%zu %zu\n", offsetof(struct variant, second), offsetof(struct variant, tail));
    unsigned *pc = &e.c;
    *pc = ~*pc;
    printf("%d %d %d\n", e.c0, e.arr[0], e.arr[1]);
    return eval(&vs[1]);
}
