/*
 * skiplist - an ordered map from integers to short texts, kept as a skip list.
 *
 * Every node is in the list of level 0, and with falling odds in those of the
 * levels above.  Searches start in the sparsest list and drop down, so they
 * take logarithmic time on average.  A list remembers the node found last (its
 * finger): programs often ask for neighbouring keys, and a search that starts
 * from the finger is short.
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);

#define SL_MAX_LEVEL 4
#define SL_TEXT 16

enum sl_status { SL_OK, SL_EXISTS, SL_MISSING, SL_NOMEM };

struct sl_node {
    int key;
    int levels;                 /* how many lists it is in */
    char *text;                 /* owned */
    struct sl_node *next[];     /* one per level */
};

struct sl_list {
    struct sl_node *head;       /* a sentinel in the lists of all levels */
    struct sl_node *finger;     /* found by the last search, or NULL */
    int level;                  /* greatest level in use, at least 1 */
    int count;
    unsigned random;            /* state of the level generator */
};

/* A node that is in no list yet; it owns the text from now on. */
static struct sl_node *sl_node_new(int key, int levels, char *text)
{
    struct sl_node *node;
    int i;

    assert(levels >= 1);
    node = malloc(sizeof *node + (size_t)levels * sizeof node->next[0]);
    if (node == NULL)
        return NULL;
    node->key = key;
    node->levels = levels;
    node->text = text;
    for (i = 0; i < levels; i++)
        node->next[i] = NULL;
    return node;
}

static void sl_node_free(struct sl_node *node)
{
    free(node->text);
    free(node);
}

static int sl_init(struct sl_list *list, unsigned seed)
{
    list->head = sl_node_new(0, SL_MAX_LEVEL, NULL);
    if (list->head == NULL)
        return SL_NOMEM;
    list->finger = NULL;
    list->level = 1;
    list->count = 0;
    list->random = seed | 1u;
    return SL_OK;
}

static void sl_destroy(struct sl_list *list)
{
    struct sl_node *node = list->head->next[0];
    while (node != NULL) {
        struct sl_node *next = node->next[0];
        sl_node_free(node);
        node = next;
    }
    free(list->head);
    list->head = NULL;
    list->finger = NULL;
    list->count = 0;
}

/* A level for a new node: 1 with odds 1/2, 2 with odds 1/4, and so on. */
static int sl_random_level(struct sl_list *list)
{
    int level = 1;
    unsigned bits;

    list->random = list->random * 1664525u + 1013904223u;
    bits = list->random >> 16;
    while ((bits & 1u) != 0 && level <= SL_MAX_LEVEL) {
        level++;
        bits >>= 1;
    }
    return level;
}

/*
 * Looks for a key.  `before[i]` becomes the last node of level i whose key is
 * smaller, for the levels in use.  Returns the node with the key, or NULL.
 */
static struct sl_node *sl_search(struct sl_list *list, int key, struct sl_node **before)
{
    struct sl_node *at = list->head;
    int i;

    for (i = list->level - 1; i >= 0; i--) {
        while (at->next[i] != NULL && at->next[i]->key < key)
            at = at->next[i];
        before[i] = at;
    }
    at = at->next[0];
    return at != NULL && at->key == key ? at : NULL;
}

/* The text stored under a key, or NULL; starts at the finger when that is on the way. */
static const char *sl_find(struct sl_list *list, int key)
{
    struct sl_node *before[SL_MAX_LEVEL];
    struct sl_node *node;

    node = list->finger;
    if (node != NULL && node->key <= key) {
        while (node != NULL && node->key < key)
            node = node->next[0];
        if (node == NULL || node->key != key)
            return NULL;
    } else {
        node = sl_search(list, key, before);
        if (node == NULL)
            return NULL;
    }
    list->finger = node;
    return node->text;
}

/* Puts a node into the lists of its levels. */
static void sl_link(struct sl_list *list, struct sl_node *node, struct sl_node **before)
{
    int i;

    if (node->levels > list->level) {
        before[list->level] = list->head;
        list->level++;
    }
    for (i = 0; i < node->levels; i++) {
        node->next[i] = before[i]->next[i];
        before[i]->next[i] = node;
    }
    if (node->levels > list->level)
        list->level = node->levels;
    list->count++;
}

/* Takes a node out of all lists, and lowers the list if its top level is empty. */
static void sl_unlink(struct sl_list *list, struct sl_node *node, struct sl_node **before)
{
    int i;

    for (i = 0; i < node->levels; i++) {
        assert(before[i]->next[i] == node);
        before[i]->next[i] = node->next[i];
    }
    while (list->level > 1 && list->head->next[list->level - 1] == NULL)
        list->level--;
    list->count--;
    assert(list->count >= 0);
}

/* Stores a text under a key; replaces the text that was there if asked to. */
static int sl_insert(struct sl_list *list, int key, const char *text, int replace)
{
    struct sl_node *before[SL_MAX_LEVEL];
    struct sl_node *node = sl_search(list, key, before);
    char *copy;
    int level;

    if (node != NULL && !replace)
        return SL_EXISTS;
    copy = malloc(strlen(text) + 1);
    if (copy == NULL)
        return SL_NOMEM;
    strcpy(copy, text);
    if (node != NULL) {
        if (node != list->finger)
            free(node->text);
        node->text = copy;
        return SL_EXISTS;
    }
    level = sl_random_level(list);
    if (level > list->level + 1)
        level = list->level + 1;    /* higher would not make searches shorter */
    node = sl_node_new(key, level, copy);
    if (node == NULL) {
        free(copy);
        return SL_NOMEM;
    }
    sl_link(list, node, before);
    return SL_OK;
}

/* Removes a key. */
static int sl_erase(struct sl_list *list, int key)
{
    struct sl_node *before[SL_MAX_LEVEL];
    struct sl_node *node = sl_search(list, key, before);

    if (node == NULL)
        return SL_MISSING;
    sl_unlink(list, node, before);
    if (list->finger == node)
        list->finger = NULL;
    sl_node_free(node);
    return SL_OK;
}

/* Removes all keys from `low` up to and without `high`; returns how many. */
static int sl_erase_range(struct sl_list *list, int low, int high)
{
    struct sl_node *before[SL_MAX_LEVEL];
    struct sl_node *node;
    int removed = 0;

    sl_search(list, low, before);
    node = before[0]->next[0];
    if (list->finger == node)
        list->finger = NULL;
    while (node != NULL && node->key < high) {
        struct sl_node *next = node->next[0];
        sl_unlink(list, node, before);
        sl_node_free(node);
        node = next;
        removed++;
    }
    return removed;
}

/* Removes the smallest key and tells it. */
static int sl_pop(struct sl_list *list, int *key)
{
    struct sl_node *first = list->head->next[0];
    *key = first->key;
    return sl_erase(list, *key);
}

/*
 * Moves everything from one list into another.  Where both have a key the text
 * of the receiver stays; the last such key goes to `clash`.  Returns how many
 * nodes were moved.
 */
static int sl_absorb(struct sl_list *to, struct sl_list *from, int *clash)
{
    struct sl_node *before[SL_MAX_LEVEL] = { NULL };
    struct sl_node *node = from->head->next[0];
    int moved = 0;
    int i;

    for (i = 0; i < SL_MAX_LEVEL; i++)
        from->head->next[i] = NULL;
    from->level = 1;
    from->count = 0;
    from->finger = NULL;
    while (node != NULL) {
        struct sl_node *next = node->next[0];
        if (sl_search(to, node->key, before) == NULL) {
            sl_link(to, node, before);
            moved++;
        } else {
            sl_node_free(node);
            *clash = node->key;
        }
        node = next;
    }
    return moved;
}

/* Checks that every level is sorted and part of the one below. */
static void sl_check(const struct sl_list *list)
{
    int i, count = 0;
    const struct sl_node *node;

    assert(list->level >= 1 && list->level <= SL_MAX_LEVEL);
    for (i = 0; i < list->level; i++) {
        int above = 0;
        for (node = list->head->next[i]; node != NULL; node = node->next[i]) {
            assert(node->levels > i);
            assert(node->next[i] == NULL || node->next[i]->key > node->key);
            above++;
        }
        assert(i == 0 || above <= count);
        if (i == 0)
            assert(above == list->count);
        count = above;
    }
}

enum operation { OP_INSERT, OP_REPLACE, OP_FIND, OP_ERASE, OP_RANGE, OP_POP, OP_ABSORB, OP_COUNT };

int main(void)
{
    struct sl_list lists[2];
    char text[SL_TEXT];
    int operations;
    int n, key, status;

    if (sl_init(&lists[0], __VERIFIER_nondet_uint()) != SL_OK)
        return 1;
    if (sl_init(&lists[1], lists[0].random ^ 0x9e3779b9u) != SL_OK) {
        sl_destroy(&lists[0]);
        return 1;
    }
    operations = __VERIFIER_nondet_uchar() % 25;

    for (n = 0; n < operations; n++) {
        unsigned char code = __VERIFIER_nondet_uchar();
        struct sl_list *list = &lists[code & 1];
        const char *found;

        switch ((code >> 1) % OP_COUNT) {
        case OP_INSERT:
            key = __VERIFIER_nondet_short();
            snprintf(text, sizeof text, "%d:%d", n, key);
            status = sl_insert(list, key, text, 0);
            found = sl_find(list, key);
            assert(status == SL_NOMEM || found != NULL);
            break;
        case OP_REPLACE:
            key = __VERIFIER_nondet_uchar() % 16;
            snprintf(text, sizeof text, "%d=%d", n, key);
            if (sl_insert(list, key, text, 1) != SL_NOMEM) {
                found = sl_find(list, key);
                assert(found != NULL && strcmp(found, text) == 0);
            }
            break;
        case OP_FIND:
            key = __VERIFIER_nondet_short();
            found = sl_find(list, key);
            if (found != NULL)
                assert(strlen(found) >= 3);
            break;
        case OP_ERASE:
            key = __VERIFIER_nondet_uchar();
            if (sl_erase(list, key) == SL_OK)
                assert(sl_find(list, key) == NULL);
            break;
        case OP_RANGE:
            key = __VERIFIER_nondet_short();
            status = list->count;
            status -= sl_erase_range(list, key, key + __VERIFIER_nondet_uchar());
            assert(status == list->count);
            break;
        case OP_POP:
            if (sl_pop(list, &key) == SL_OK)
                assert(list->head->next[0] == NULL || list->head->next[0]->key > key);
            break;
        default:
            status = sl_absorb(list, &lists[(code & 1) ^ 1], &key);
            assert(status <= list->count);
            break;
        }
        sl_check(list);
    }
    sl_destroy(&lists[0]);
    sl_destroy(&lists[1]);
    return 0;
}
