// Intrusive containers: container_of with offsetof, embedded lists, virtual tables in plain C.
#include <stdio.h>
#include <stddef.h>

#define container_of(p, T, m) ((T *)((char *)(p) - offsetof(T, m)))

struct link { struct link *next, *prev; };
struct shape;
struct ops { const char *name; double (*area)(const struct shape *); void (*scale)(struct shape *, double); };
struct shape { const struct ops *ops; struct link link; int id; };
struct circle { struct shape base; double r; };
struct rect { int pad; struct shape base; double w, h; };

static double circle_area(const struct shape *s)
{
    double r = container_of(s, const struct circle, base)->r;
    return 3 * r * r;
}
static void circle_scale(struct shape *s, double k) { container_of(s, struct circle, base)->r *= k; }
static double rect_area(const struct shape *s)
{
    const struct rect *r = container_of(s, const struct rect, base);
    return r->w * r->h;
}
static void rect_scale(struct shape *s, double k)
{
    struct rect *r = container_of(s, struct rect, base);
    r->w *= k;
    r->h *= k;
}
static const struct ops circle_ops = { "circle", circle_area, circle_scale };
static const struct ops rect_ops = { .scale = rect_scale, .area = rect_area, .name = "rect" };

static void add_tail(struct link *head, struct link *l)
{
    l->prev = head->prev;
    l->next = head;
    head->prev->next = l;
    head->prev = l;
}
static void del(struct link *l)
{
    l->prev->next = l->next;
    l->next->prev = l->prev;
}
#define FOR_EACH(s, head) \
    for (struct link *l_ = (head)->next; l_ != (head); l_ = l_->next) \
        for (struct shape *s = container_of(l_, struct shape, link); s; s = NULL)

int main(void)
{
    struct link head = { &head, &head };
    struct circle c[2] = { { { &circle_ops, { 0 }, 1 }, 1.5 }, { { &circle_ops, { 0 }, 2 }, 0.25 } };
    struct rect r[2] = { { -1, { &rect_ops, { 0 }, 3 }, 2, 3.5 }, { -2, { &rect_ops, { 0 }, 4 }, 10, 0.1 } };
    add_tail(&head, &c[0].base.link);
    add_tail(&head, &r[0].base.link);
    add_tail(&head, &c[1].base.link);
    add_tail(&head, &r[1].base.link);
    double total = 0;
    FOR_EACH(s, &head) {
        s->ops->scale(s, s->id);
        total += s->ops->area(s);
        printf("%d %s %.17g\n", s->id, s->ops->name, s->ops->area(s));
    }
    printf("%.17g\n", total);
    del(&r[0].base.link);
    int ids = 0;
    FOR_EACH(s, &head)
        ids = ids * 10 + s->id;
    printf("%d %d\n", ids, container_of(head.prev, struct rect, base.link)->pad);
    printf("%zu %zu\n", offsetof(struct rect, base.link), sizeof(struct circle));
    return ids & 0x3f;
}
