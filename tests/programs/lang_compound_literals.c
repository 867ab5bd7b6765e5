// Compound literals: arrays, structs, addresses, lvalues, static and in loops.
#include <stdio.h>
#include <string.h>

struct pt { int x, y; };
struct poly { int n; const struct pt *pts; };

static struct pt *global_pt = &(struct pt){ 11, 22 };
static int *global_arr = (int[]){ 1, 2, 3, [5] = 6 };
static const struct poly tri = { 3, (const struct pt[]){ { 0, 0 }, { 4, 0 }, { 0, 3 } } };

static int area2(const struct poly *p)
{
    int a = 0;
    for (int i = 0; i < p->n; i++) {
        struct pt u = p->pts[i], v = p->pts[(i + 1) % p->n];
        a += u.x * v.y - v.x * u.y;
    }
    return a;
}
static int sum(const int *a, int n) { return n ? *a + sum(a + 1, n - 1) : 0; }
static int length(struct pt p) { return p.x * p.x + p.y * p.y; }

int main(void)
{
    printf("%d %d %d\n", global_pt->x, global_pt->y, sum(global_arr, 6));
    global_pt->x += 100;
    printf("%d %d\n", global_pt->x, area2(&tri));
    printf("%d\n", area2(&(struct poly){ 4, (struct pt[]){ { 0, 0 }, { 5, 0 }, { 5, 5 }, { 0, 5 } } }));
    printf("%d %d\n", sum((int[]){ 10, 20, 30 }, 3), length((struct pt){ .y = 3, .x = 4 }));
    int *p = (int[4]){ 7 };
    p[2] = 9;
    printf("%d %d %d %d\n", p[0], p[1], p[2], p[3]);
    (struct pt){ 1, 2 }.x = 5;
    int *ip = &(int){ 41 };
    ++*ip;
    printf("%d %d\n", *ip, (int){ 3 } + (short){ 4 });
    char *s = (char[]){ "mutable" };
    s[0] = 'M';
    printf("%s %zu %zu\n", s, sizeof((char[]){ "mutable" }), sizeof((int[]){ 1, 2, 3 }));
    int total = 0;
    for (int i = 0; i < 4; i++) {
        struct pt *q = &(struct pt){ i };
        q->y += i * 10;             /* fresh object on every iteration */
        total += q->x + q->y;
    }
    printf("%d\n", total);
    const char *const *names = (const char *const[]){ "alpha", "beta", "gamma", NULL };
    for (; *names; names++)
        printf("%s%zu ", *names, strlen(*names));
    printf("\n");
    struct pt a = { 1, 2 };
    a = (struct pt){ a.y, a.x };
    printf("%d %d %g\n", a.x, a.y, (union { double d; long long l; }){ .l = 0x3ff8000000000000LL }.d);
    return sum((int[10]){ [3 ... 6] = 5, 1 }, 10);
}
