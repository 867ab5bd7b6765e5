// Doubly linked list with malloc/free: insert, delete, reverse, merge sort.
#include <stdio.h>
#include <stdlib.h>

struct node { int key; struct node *prev, *next; };
struct list { struct node *head, *tail; size_t n; };

static void append(struct list *l, int key)
{
    struct node *x = malloc(sizeof *x);
    if (!x)
        exit(1);
    *x = (struct node){ key, l->tail, NULL };
    *(l->tail ? &l->tail->next : &l->head) = x;
    l->tail = x;
    l->n++;
}
static void unlink_node(struct list *l, struct node *x)
{
    *(x->prev ? &x->prev->next : &l->head) = x->next;
    *(x->next ? &x->next->prev : &l->tail) = x->prev;
    l->n--;
    free(x);
}
static struct node *merge(struct node *a, struct node *b)
{
    struct node head, *t = &head;
    while (a && b) {
        struct node **m = a->key <= b->key ? &a : &b;
        t = t->next = *m;
        *m = (*m)->next;
    }
    t->next = a ? a : b;
    return head.next;
}
static struct node *sort(struct node *a, size_t n)
{
    if (n <= 1) {
        a->next = NULL;
        return a;
    }
    struct node *mid = a;
    for (size_t i = 0; i < n / 2; i++)
        mid = mid->next;
    return merge(sort(a, n / 2), sort(mid, n - n / 2));
}
static void print(const struct list *l)
{
    for (const struct node *x = l->head; x; x = x->next)
        printf("%d ", x->key);
    printf("| ");
    for (const struct node *x = l->tail; x; x = x->prev)
        printf("%d ", x->key);
    printf("(%zu)\n", l->n);
}

int main(void)
{
    struct list l = { NULL, NULL, 0 };
    for (int i = 0, v = 17; i < 14; i++, v = v * 29 % 101)
        append(&l, v);
    print(&l);
    for (struct node *x = l.head, *nx; x; x = nx) {
        nx = x->next;
        if (x->key % 3 == 0)
            unlink_node(&l, x);
    }
    print(&l);
    l.head = sort(l.head, l.n);
    struct node *prev = NULL;
    for (struct node *x = l.head; x; prev = x, x = x->next)
        x->prev = prev;
    l.tail = prev;
    print(&l);
    int code = l.tail->key - l.head->key;
    while (l.head)
        unlink_node(&l, l.head);
    print(&l);
    return code;
}
