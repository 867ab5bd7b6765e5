// Flexible array members allocated with malloc, grown with realloc, and static ones.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stddef.h>

struct packet { unsigned short len; unsigned char type; unsigned char body[]; };
struct ivec { size_t n, cap; double items[]; };
static struct { int n; int v[]; } preset = { 4, { 10, 20, 30, 40 } };

static struct packet *make(unsigned char type, const char *text)
{
    size_t n = strlen(text) + 1;
    struct packet *p = malloc(sizeof *p + n);
    if (!p)
        exit(99);
    p->len = (unsigned short)n;
    p->type = type;
    memcpy(p->body, text, n);
    return p;
}

static struct ivec *push(struct ivec *v, double x)
{
    if (!v || v->n == v->cap) {
        size_t n = v ? v->n : 0, cap = v ? v->cap * 2 : 2;
        v = realloc(v, sizeof *v + cap * sizeof v->items[0]);
        if (!v)
            exit(99);
        v->n = n;
        v->cap = cap;
    }
    v->items[v->n++] = x;
    return v;
}

int main(void)
{
    struct packet *p[3] = { make(1, "hello"), make(2, ""), make(3, "flexible array") };
    unsigned sum = 0;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < p[i]->len; j++)
            sum = sum * 33 + p[i]->body[j];
        printf("%d %d \"%s\" %u\n", p[i]->type, p[i]->len, (char *)p[i]->body, sum);
    }
    printf("%zu %zu\n", sizeof(struct packet), offsetof(struct packet, body));
    struct packet head = *p[2];     /* copies the header only */
    printf("%d %d\n", head.len, head.type);

    struct ivec *v = NULL;
    for (int i = 0; i < 20; i++)
        v = push(v, i * 0.5);
    double total = 0;
    for (size_t i = 0; i < v->n; i++)
        total += v->items[i];
    printf("%zu %zu %g %g\n", v->n, v->cap, total, v->items[19]);
    int t = 0;
    for (int i = 0; i < preset.n; i++)
        t += preset.v[i] * (i + 1);
    printf("%d %zu\n", t, sizeof preset);
    for (int i = 0; i < 3; i++)
        free(p[i]);
    free(v);
    return t / 10;
}
