// Pointers to pointers, arrays of pointers, double indirection in list operations.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node { int v; struct node *next; };

static void insert_sorted(struct node **pp, struct node *n)
{
    while (*pp && (*pp)->v < n->v)
        pp = &(*pp)->next;
    n->next = *pp;
    *pp = n;
}

static int remove_value(struct node **pp, int v)
{
    for (; *pp; pp = &(*pp)->next)
        if ((*pp)->v == v) {
            *pp = (*pp)->next;
            return 1;
        }
    return 0;
}

static void print(const struct node *n)
{
    for (; n; n = n->next)
        printf("%d%s", n->v, n->next ? "->" : "\n");
}

static void redirect(int **p, int *to) { *p = to; }
static void advance(const char **s) { ++*s; }
static void alloc_to(int ***out, int n)
{
    *out = malloc((size_t)n * sizeof **out);
    for (int i = 0; i < n; i++) {
        (*out)[i] = malloc((size_t)(i + 1) * sizeof ***out);
        for (int j = 0; j <= i; j++)
            (*out)[i][j] = j == 0 || j == i ? 1 : (*out)[i - 1][j - 1] + (*out)[i - 1][j];
    }
}

int main(void)
{
    struct node pool[8], *head = NULL;
    static const int vals[] = { 5, 1, 9, 3, 7, 3, 0, 8 };
    for (int i = 0; i < 8; i++) {
        pool[i].v = vals[i];
        insert_sorted(&head, &pool[i]);
    }
    print(head);
    int r = remove_value(&head, 3) * 100 + remove_value(&head, 0) * 10 + remove_value(&head, 42);
    printf("%d ", r);
    print(head);
    int a = 1, b = 2, *p = &a, **pp = &p, ***ppp = &pp;
    ***ppp = 10;
    redirect(*ppp, &b);
    **pp += 5;
    printf("%d %d %d\n", a, b, p == &b);
    const char *s = "pointer", *words[] = { "delta", "alpha", "charlie", "bravo" };
    advance(&s);
    advance(&s);
    printf("%s\n", s);
    for (int i = 0; i < 4; i++)
        for (const char **w = words; w < words + 3; w++)
            if (strcmp(w[0], w[1]) > 0) { const char *t = w[0]; w[0] = w[1]; w[1] = t; }
    printf("%s %s %s %s %c\n", words[0], words[1], words[2], words[3], *(*(words + 2) + 4));
    int **tri;
    alloc_to(&tri, 10);
    for (int j = 0; j < 10; j++)
        printf("%d ", tri[9][j]);
    printf("\n");
    for (int i = 0; i < 10; i++)
        free(tri[i]);
    free(tri);
    return r;
}
