// Chained hash table of strings with resizing, lookup, deletion and word counting.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>

struct entry { struct entry *next; int count; char key[]; };
struct table { struct entry **slots; unsigned cap, used; };

static unsigned hash(const char *s) { return *s ? (unsigned char)*s + 65599u * hash(s + 1) : 0; }
static void grow(struct table *t)
{
    unsigned cap = t->cap ? t->cap * 2 : 4;
    struct entry **slots = calloc(cap, sizeof *slots);
    for (unsigned i = 0; i < t->cap; i++)
        for (struct entry *e, **to; (e = t->slots[i]) != NULL; *to = e) {
            to = &slots[hash(e->key) & (cap - 1)];
            t->slots[i] = e->next;
            e->next = *to;
        }
    free(t->slots);
    t->slots = slots;
    t->cap = cap;
}
static struct entry **find(struct table *t, const char *key)
{
    struct entry **p = &t->slots[hash(key) & (t->cap - 1)];
    while (*p && strcmp((*p)->key, key) != 0)
        p = &(*p)->next;
    return p;
}
static int add(struct table *t, const char *key)
{
    if (t->used >= t->cap)
        grow(t);
    struct entry **p = find(t, key);
    if (!*p) {
        *p = calloc(1, sizeof **p + strlen(key) + 1);
        strcpy((*p)->key, key);
        t->used++;
    }
    return ++(*p)->count;
}
static void drop(struct table *t, const char *key)
{
    struct entry **p = find(t, key), *e = *p;
    if (!e)
        return;
    *p = e->next;
    free(e);
    t->used--;
}

int main(void)
{
    static const char text[] = "One fish, two fish? A net and a boat and a line; the sea, the sea and the fish in it!"
        " No net, no boat, no fish. The line is the sea's.";
    struct table t = { 0 };
    char word[32];
    int n = 0;
    for (const char *p = text; *p; p++) {
        while (isalpha((unsigned char)*p))
            word[n++] = (char)tolower((unsigned char)*p++);
        word[n] = 0;
        if (n && add(&t, word) == 4)
            printf("fourth %s\n", word);
        n = 0;
    }
    printf("%u %u\n", t.used, t.cap);
    for (unsigned i = 0; i < t.cap; i++)
        for (struct entry *e = t.slots[i]; e; e = e->next)
            printf("%u:%s=%d ", i, e->key, e->count);
    drop(&t, "and"), drop(&t, "absent");
    printf("\n%u %d %d\n", t.used, *find(&t, "and") == NULL, (*find(&t, "no"))->count);
    for (unsigned i = 0; i < t.cap; i++)
        while (t.slots[i])
            drop(&t, t.slots[i]->key);
    free(t.slots);
    return (int)t.cap + (int)t.used;
}
