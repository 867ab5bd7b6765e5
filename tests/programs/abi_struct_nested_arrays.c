// By-value structures with nested structures, arrays, unions and pointers.
#include <stdio.h>
#include <string.h>

struct vec { short x, y; };
struct box { struct vec lo, hi; };
struct grid { char cells[3][4]; };
struct tagged { int kind; union { int i; float f; char s[8]; } u; };
struct big { int n; struct box boxes[3]; const char *name; double w[2]; };
struct one { struct { struct { int v; } b; } a; };
union num { double d; unsigned long long u; int parts[2]; };

static struct box grow(struct box b, struct vec by)
{
    b.lo.x -= by.x; b.lo.y -= by.y;
    b.hi.x += by.x; b.hi.y += by.y;
    return b;
}
static struct grid rotate(struct grid g)
{
    struct grid r;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            r.cells[2 - i][3 - j] = g.cells[i][j];
    return r;
}
static struct tagged flip(struct tagged t)
{
    if (t.kind == 0)
        return (struct tagged){ 1, { .f = t.u.i * 0.5f } };
    if (t.kind == 1)
        return (struct tagged){ 0, { .i = (int)(t.u.f * 4) } };
    t.u.s[0] = 'J';
    return t;
}
static struct big twist(struct big b)
{
    b.boxes[1] = grow(b.boxes[0], b.boxes[2].hi);
    b.n++;
    b.name++;
    b.w[0] = b.w[1] / 3;
    return b;
}
static struct one inc(struct one o) { o.a.b.v++; return o; }
static union num halve(union num n) { n.d /= 2; return n; }

int main(void)
{
    struct box b = grow((struct box){ { 1, 2 }, { 3, 4 } }, (struct vec){ 10, 20 });
    printf("%d %d %d %d\n", b.lo.x, b.lo.y, b.hi.x, b.hi.y);
    struct grid g = { { "abcd", "efgh", "ijkl" } };
    g = rotate(g);
    printf("%.12s %c\n", (char *)&g, rotate(g).cells[1][2]);
    struct tagged t = flip((struct tagged){ 0, { 7 } });
    printf("%d %g %d\n", t.kind, t.u.f, flip(t).u.i);
    struct tagged s = { 2 };
    strcpy(s.u.s, "hello");
    printf("%s %s\n", flip(s).u.s, s.u.s);
    struct big big = { 1, { b, b, { { 0, 0 }, { 5, 6 } } }, "xname", { 1, 2 } }, out = twist(big);
    printf("%d %d %d %s %.17g %d\n", out.n, out.boxes[1].lo.x, out.boxes[1].hi.y, out.name, out.w[0], big.n);
    printf("%d\n", inc(inc((struct one){ { { 40 } } })).a.b.v);
    printf("%llx %d\n", halve((union num){ 3.0 }).u, halve((union num){ 1.0 }).parts[0]);
    printf("%zu %zu %zu\n", sizeof(struct big), sizeof(struct tagged), sizeof(struct one));
    return sizeof(struct grid);
}
