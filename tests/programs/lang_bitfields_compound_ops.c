// Compound assignment and increment on bit-fields, and the values these yield.
#include <stdio.h>

struct f { unsigned u : 5; signed s : 6; unsigned long long w : 35; _Bool b : 1; };
struct outer { int pad; struct f in[2]; };

static int evals;
static struct f *get(struct outer *o, int i)
{
    evals++;
    return &o->in[i];
}

int main(void)
{
    struct outer o = { 1, { { 30, -30, 0x7ffffffffULL, 1 }, { 1, 1, 1, 0 } } };
    int r;

    r = (get(&o, 0)->u += 5);
    printf("%d %d\n", r, o.in[0].u);
    r = (get(&o, 0)->s -= 5);
    printf("%d %d\n", r, o.in[0].s);
    r = get(&o, 0)->u++;
    printf("%d %d\n", r, o.in[0].u);
    r = ++get(&o, 0)->u;
    printf("%d %d\n", r, o.in[0].u);
    r = (get(&o, 1)->u = 0) - 1;
    printf("%d %d\n", r, get(&o, 1)->u--);
    printf("%d\n", o.in[1].u);
    r = (o.in[1].s = 31) + 1;
    printf("%d ", r);
    r = ++o.in[1].s;
    printf("%d ", r);
    r = o.in[1].s--;
    printf("%d %d\n", r, o.in[1].s);
    unsigned long long w = (o.in[0].w += 2);
    printf("%llu %llu\n", w, (unsigned long long)o.in[0].w--);
    w = --o.in[0].w;
    printf("%llx\n", w);
    w = (o.in[0].w >>= 3);
    printf("%llx\n", w);
    w = (o.in[0].w ^= 0xf0f0f0f0f0ULL);
    printf("%llx\n", w);
    o.in[1] = o.in[0];
    o.in[1].u = o.in[0].s = o.in[0].u | 0x18;
    printf("%d %d\n", o.in[1].u, o.in[0].s);
    o.in[0].b = o.in[1].b += 2;
    printf("%d %d\n", o.in[0].b, o.in[1].b);
    o.in[0].u /= 3;
    o.in[0].u %= 5;
    o.in[0].s *= o.in[0].s;
    o.in[0].s |= 32;
    printf("%d %d %d\n", o.in[0].u, o.in[0].s, o.pad);
    return evals;
}
