// Direct member access on returned structs, chained calls, struct assignment as value.
#include <stdio.h>

struct pt { int x, y; };
struct line { struct pt a, b; };
struct buf { char text[16]; int len; };

static int made;
static struct pt mk(int x, int y)
{
    made++;
    return (struct pt){ x, y };
}
static struct line seg(struct pt a, struct pt b) { return (struct line){ a, b }; }
static struct pt add(struct pt a, struct pt b) { return mk(a.x + b.x, a.y + b.y); }
static struct buf fmt(int n)
{
    struct buf b;
    b.len = snprintf(b.text, sizeof b.text, "<%d>", n);
    return b;
}
static struct line *find(struct line *l, int n) { return l + n; }

int main(void)
{
    printf("%d %d\n", mk(3, 4).x, mk(3, 4).y);
    printf("%d\n", seg(mk(1, 2), mk(3, 4)).b.x * seg(mk(5, 6), mk(7, 8)).a.y);
    printf("%d\n", add(add(mk(1, 2), mk(3, 4)), add(mk(5, 6), mk(7, 8))).y);
    printf("%s %c %d\n", fmt(1234).text, fmt(987).text[2], fmt(-5).len);

    struct pt p, q;
    p = q = mk(9, 10);
    printf("%d %d\n", p.x, q.y);
    printf("%d\n", (p = mk(11, 12)).y);
    struct line l[2] = { seg(p, q), { .b = mk(-1, -2) } };
    find(l, 1)->a = add(l[0].a, l[1].b);
    l[0] = l[1];
    l[1].a.x = 777;
    printf("%d %d %d %d\n", l[0].a.x, l[0].a.y, l[0].b.x, l[1].a.x);
    printf("%d\n", (made & 1 ? l[0] : l[1]).a.x);
    struct pt arr[3];
    for (int i = 0; i < 3; i++)
        arr[i] = i ? add(arr[i - 1], mk(i, i * i)) : mk(100, 200);
    printf("%d %d made=%d\n", arr[2].x, arr[2].y, made);
    struct line self = seg(mk(1, 1), mk(2, 2));
    self = seg(self.b, self.a);
    printf("%d %d\n", self.a.x, self.b.x);
    return made;
}
