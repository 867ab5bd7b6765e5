// Binary search tree: insertion, in-order and level-order traversal, deletion, depth, freeing.
#include <stdio.h>
#include <stdlib.h>

struct tree { int key; struct tree *kid[2]; };
static struct tree **find(struct tree **t, int key)
{
    while (*t && (*t)->key != key)
        t = &(*t)->kid[key > (*t)->key];
    return t;
}
static int insert(struct tree **root, int key)
{
    struct tree **t = find(root, key);
    if (*t)
        return 0;
    *t = calloc(1, sizeof **t);
    (*t)->key = key;
    return 1;
}
static int erase(struct tree **root, int key)
{
    struct tree **t = find(root, key), *dead = *t;
    if (!dead)
        return 0;
    if (dead->kid[0] && dead->kid[1]) {
        struct tree **s = &dead->kid[1];
        while ((*s)->kid[0])
            s = &(*s)->kid[0];
        dead->key = (*s)->key;
        dead = *s;
        *s = dead->kid[1];
    } else {
        *t = dead->kid[dead->kid[0] == NULL];
    }
    free(dead);
    return 1;
}
static int depth(const struct tree *t)
{
    int a = t ? depth(t->kid[0]) : -1, b = t ? depth(t->kid[1]) : -1;
    return 1 + (a > b ? a : b);
}
static void walk(const struct tree *t, void (*visit)(int, void *), void *ctx)
{
    if (!t)
        return;
    walk(t->kid[0], visit, ctx);
    visit(t->key, ctx);
    walk(t->kid[1], visit, ctx);
}
static void print(int k, void *ctx) { ++*(int *)ctx; printf("%d ", k); }
static void level(const struct tree *t, int d)
{
    if (t && d == 0)
        printf("%d ", t->key);
    else if (t)
        level(t->kid[0], d - 1), level(t->kid[1], d - 1);
}

int main(void)
{
    struct tree *root = NULL;
    int added = 0, n = 0;
    for (unsigned i = 0, x = 50; i < 40; i++, x = (x * 37 + 11) % 127)
        added += insert(&root, (int)x);
    walk(root, print, &n);
    printf("\n%d %d depth %d\n", added, n, depth(root));
    for (int d = 0; d < depth(root); d++, printf("/ "))
        level(root, d);
    int gone = 0;
    for (int k = 0; k < 127; k += 2)
        gone += erase(&root, k);
    printf("\n%d depth %d\n", gone, depth(root));
    walk(root, print, &n);
    printf("(%d)\n", n);
    while (root)
        erase(&root, root->key);
    return gone;
}
