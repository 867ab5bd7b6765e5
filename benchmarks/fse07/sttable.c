/*
 * sttable - hash tables for symbols.
 *
 * A table is generic in its keys: what to do with them is in a table of
 * functions.  Numbers are kept in the key pointer itself, texts are copied.
 * Collisions are chained.  The number of buckets is taken from a list of
 * primes and follows the number of entries.
 *
 * Memory comes from an allocator with a limit, because the program that this
 * was written for must survive running out.
 */
#include <assert.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

#define MAX_TEXT 8              /* texts are cut to this many characters */
#define MAX_LOAD 2              /* entries per bucket before a table grows */

enum st_status { ST_OK, ST_EXISTS, ST_MISSING, ST_NOMEM, ST_BUSY };
enum st_verdict { ST_CONTINUE, ST_STOP, ST_DELETE };

struct st_type {
    const char *name;
    unsigned (*hash)(const void *key);
    int (*equal)(const void *a, const void *b);
    void *(*copy)(const void *key);     /* NULL if there is no memory */
    void (*discard)(void *key);
};

struct st_entry {
    void *key;
    int value;
    unsigned hash;
    struct st_entry *next;
};

struct st_walk;

struct st_table {
    const struct st_type *type;
    struct st_entry **bucket;
    int buckets;
    int count;
    int longest;                /* no chain is longer */
    int text_bytes;             /* what the keys take, for statistics */
    struct st_walk *walk;       /* the walk under way, or NULL */
};

/* A walk over all entries that other operations may interrupt. */
struct st_walk {
    struct st_table *table;
    struct st_entry **slot;     /* bucket of the next entry */
    struct st_entry *next;
    int left;                   /* buckets after this one, or -1 at the end */
    int chains;                 /* buckets left behind that have entries */
};

typedef enum st_verdict (*st_visit)(const void *key, int *value, void *context);

/* ---- memory ---- */

static int memory_left;

static void *st_alloc(size_t size)
{
    if (size > (size_t)memory_left)
        return NULL;
    memory_left -= (int)size;
    return malloc(size);
}

/* ---- keys that are numbers ---- */

static void *number_key(int number)
{
    return (void *)(intptr_t)number;
}

static int key_number(const void *key)
{
    return (int)(intptr_t)key;
}

static unsigned number_hash(const void *key)
{
    int number = key_number(key);
    if (number < 0)
        number = -number;
    return (unsigned)number * 31u;
}

static int number_equal(const void *a, const void *b)
{
    return a == b;
}

static void *number_copy(const void *key)
{
    return (void *)(uintptr_t)key;
}

static void number_discard(void *key)
{
    (void)key;
}

static const struct st_type number_type = {
    "number", number_hash, number_equal, number_copy, number_discard,
};

/* ---- keys that are texts ---- */

static unsigned text_hash(const void *key)
{
    const char *text = key;
    unsigned hash = 5381;
    int i;

    for (i = 0; i < MAX_TEXT && text[i] != '\0'; i++)
        hash = hash * 33u + (unsigned char)text[i];
    return hash;
}

static int text_equal(const void *a, const void *b)
{
    return strncmp(a, b, MAX_TEXT) == 0;
}

static void *text_copy(const void *key)
{
    size_t length = strlen(key);
    char *copy;

    if (length > MAX_TEXT)
        length = MAX_TEXT;
    copy = st_alloc(length + 1);
    if (copy == NULL)
        return NULL;
    strncpy(copy, key, length + 1);
    return copy;
}

static void text_discard(void *key)
{
    free(key);
}

static const struct st_type text_type = {
    "text", text_hash, text_equal, text_copy, text_discard,
};

/* ---- sizes ---- */

static const int primes[] = { 3, 7, 13, 29 };
#define PRIMES ((int)(sizeof primes / sizeof primes[0]))

/* The smallest number of buckets that is enough for so many entries. */
static int buckets_for(int count)
{
    int i = 0;

    if (count == 0)
        return 0;
    while (i < PRIMES && primes[i] * MAX_LOAD < count)
        i++;
    return primes[i];
}

/* ---- tables ---- */

/* An array of empty buckets, or NULL. */
static struct st_entry **new_buckets(int buckets)
{
    struct st_entry **bucket = st_alloc((size_t)(buckets > 0 ? buckets : 1) * sizeof *bucket);
    int i;

    if (bucket == NULL)
        return NULL;
    bucket[0] = NULL;
    for (i = 1; i < buckets; i++)
        bucket[i] = NULL;
    return bucket;
}

/* A table with room for so many entries, or NULL. */
static struct st_table *st_new(const struct st_type *type, int expected)
{
    struct st_table *t = st_alloc(sizeof *t);

    assert(type != NULL && expected >= 0);
    if (t == NULL)
        return NULL;
    t->type = type;
    t->buckets = buckets_for(expected > 0 ? expected : 1);
    t->bucket = new_buckets(t->buckets);
    if (t->bucket == NULL) {
        free(t);
        return NULL;
    }
    t->count = 0;
    t->longest = 0;
    t->text_bytes = 0;
    t->walk = NULL;
    return t;
}

static void free_entry(struct st_table *t, struct st_entry *e)
{
    t->type->discard(e->key);
    free(e);
}

/* Removes all entries. */
static void st_clear(struct st_table *t)
{
    int i;

    for (i = 0; i < t->buckets; i++) {
        struct st_entry *e = t->bucket[i];
        while (e != NULL) {
            struct st_entry *next = e->next;
            free_entry(t, e);
            e = next;
        }
        t->bucket[i] = NULL;
    }
    t->count = 0;
    t->longest = 0;
    t->text_bytes = 0;
}

static void st_free(struct st_table *t)
{
    if (t == NULL)
        return;
    assert(t->walk == NULL);
    if (t->count > 0)
        st_clear(t);
    free(t->bucket);
    free(t);
}

/* The place that points to the entry with a key, or to the end of its chain. */
static struct st_entry **find_link(struct st_table *t, const void *key, unsigned hash)
{
    struct st_entry **link = &t->bucket[hash % (unsigned)t->buckets];

    while (*link != NULL && ((*link)->hash != hash || !t->type->equal((*link)->key, key)))
        link = &(*link)->next;
    return link;
}

static int chain_length(const struct st_entry *e)
{
    int length = 0;
    for (; e != NULL; e = e->next)
        length++;
    return length;
}

/* Distributes the entries over another number of buckets. */
static int st_rehash(struct st_table *t, int buckets)
{
    struct st_entry **bucket;
    int i;

    if (buckets == t->buckets)
        return ST_OK;
    bucket = new_buckets(buckets);
    if (bucket == NULL)
        return ST_NOMEM;
    t->longest = 0;
    for (i = 0; i < t->buckets; i++) {
        struct st_entry *e = t->bucket[i];
        while (e != NULL) {
            struct st_entry *next = e->next;
            struct st_entry **place = &bucket[e->hash % (unsigned)buckets];
            int length;
            e->next = *place;
            *place = e;
            length = chain_length(*place);
            if (length > t->longest && buckets > t->buckets)
                t->longest = length;
            e = next;
        }
    }
    free(t->bucket);
    t->bucket = bucket;
    t->buckets = buckets;
    if (t->walk != NULL)
        t->walk->left = 0;
    return ST_OK;
}

/* Looks a key up; `value` may be NULL. */
static int st_lookup(struct st_table *t, const void *key, int *value)
{
    struct st_entry *e = *find_link(t, key, t->type->hash(key));

    if (e == NULL)
        return ST_MISSING;
    if (value != NULL)
        *value = e->value;
    return ST_OK;
}

/* Stores a value under a key; replaces the value that was there. */
static int st_insert(struct st_table *t, const void *key, int value)
{
    unsigned hash = t->type->hash(key);
    struct st_entry **link = find_link(t, key, hash);
    struct st_entry *e;
    void *copy;
    int length;

    copy = t->type->copy(key);
    if (copy == NULL && t->type == &text_type)
        return ST_NOMEM;
    if (*link != NULL) {
        (*link)->value = value;
        return ST_EXISTS;
    }
    e = st_alloc(sizeof *e);
    if (e == NULL) {
        t->type->discard(copy);
        return ST_NOMEM;
    }
    if (t->type == &text_type)
        t->text_bytes += (int)strlen(copy) + 1;
    e->key = copy;
    e->value = value;
    e->hash = hash;
    e->next = NULL;
    *link = e;
    t->count++;
    length = chain_length(t->bucket[hash % (unsigned)t->buckets]);
    if (length > t->longest)
        t->longest = length;
    if (t->count > t->buckets * MAX_LOAD && t->buckets < primes[PRIMES - 1])
        return st_rehash(t, buckets_for(t->count)) == ST_OK ? ST_OK : ST_NOMEM;
    return ST_OK;
}

/* Takes an entry out of its chain and of a walk that would come to it next. */
static void unlink_entry(struct st_table *t, struct st_entry **link)
{
    struct st_entry *e = *link;

    if (t->walk != NULL && t->walk->next == e)
        t->walk->next = e->next;
    *link = e->next;
    t->count--;
    if (t->type == &text_type)
        t->text_bytes -= (int)strlen(e->key) + 1;
    free_entry(t, e);
}

/* Removes a key and tells the value it had; `value` may be NULL. */
static int st_delete(struct st_table *t, const void *key, int *value)
{
    struct st_entry **link = find_link(t, key, t->type->hash(key));

    if (*link == NULL) {
        *value = 0;
        return ST_MISSING;
    }
    if (value != NULL)
        *value = (*link)->value;
    unlink_entry(t, link);
    return ST_OK;
}

/* Calls a function for every entry; it says what is to be done with it. */
static int st_each(struct st_table *t, st_visit visit, void *context)
{
    int i, visited = 0;

    for (i = 0; i < t->buckets; i++) {
        struct st_entry **link = &t->bucket[i];
        while (*link != NULL) {
            visited++;
            switch (visit((*link)->key, &(*link)->value, context)) {
            case ST_CONTINUE:
                link = &(*link)->next;
                break;
            case ST_DELETE:
                unlink_entry(t, link);
                break;
            default:
                return visited;
            }
        }
    }
    return visited;
}

/* Gives back buckets that are not needed. */
static int st_compact(struct st_table *t)
{
    if (t->walk != NULL)
        return ST_BUSY;
    return st_rehash(t, buckets_for(t->count));
}

/* An independent copy with the chains in the same order, or NULL. */
static struct st_table *st_copy(const struct st_table *t)
{
    struct st_table *copy = st_alloc(sizeof *copy);
    int i;

    if (copy == NULL)
        return NULL;
    *copy = *t;
    copy->walk = NULL;
    copy->count = 0;
    copy->bucket = new_buckets(t->buckets);
    if (copy->bucket == NULL) {
        free(copy);
        return NULL;
    }
    for (i = 0; i < t->buckets; i++) {
        const struct st_entry *from;
        struct st_entry **link = &copy->bucket[i];
        for (from = t->bucket[i]; from != NULL; from = from->next) {
            struct st_entry *e = st_alloc(sizeof *e);
            if (e == NULL)
                goto fail;
            e->key = t->type->copy(from->key);
            if (e->key == NULL && t->type == &text_type) {
                free(e);
                goto fail;
            }
            e->value = from->value;
            e->hash = from->hash;
            e->next = NULL;
            *link = e;
            link = &e->next;
            copy->count++;
        }
    }
    assert(copy->count == t->count);
    return copy;

fail:
    if (copy->count == 0)
        free(copy->bucket);
    st_free(copy);
    return NULL;
}

/* Checks that every entry is where it belongs. */
static void st_check(const struct st_table *t)
{
    int i, count = 0;

    for (i = 0; i < t->buckets; i++) {
        const struct st_entry *e;
        int length = 0;
        for (e = t->bucket[i]; e != NULL; e = e->next) {
            assert(e->hash % (unsigned)t->buckets == (unsigned)i);
            length++;
        }
        assert(length <= t->longest);
        count += length;
    }
    assert(count == t->count);
}

/* ---- walks ---- */

static int walk_open(struct st_walk *w, struct st_table *t)
{
    if (t->walk != NULL || t->buckets == 0)
        return ST_BUSY;
    w->table = t;
    w->slot = t->bucket;
    w->next = t->bucket[0];
    w->left = t->buckets - 1;
    w->chains = 0;
    t->walk = w;
    return ST_OK;
}

static void walk_close(struct st_walk *w)
{
    if (w->table != NULL)
        w->table->walk = NULL;
    w->table = NULL;
}

/* The next entry, or ST_MISSING at the end, which is also reached when the table was reorganised. */
static int walk_next(struct st_walk *w, const void **key, int *value)
{
    if (w->left < 0)
        return ST_MISSING;
    while (w->next == NULL) {
        if (*w->slot != NULL)
            w->chains++;
        if (w->left-- == 0)
            return ST_MISSING;
        w->slot++;
        w->next = *w->slot;
    }
    *key = w->next->key;
    *value = w->next->value;
    w->next = w->next->next;
    return ST_OK;
}

/* ---- uses ---- */

struct tally {
    int entries;
    int odd;
    int limit;
};

/* Counts entries, and stops at the limit. */
static enum st_verdict count_entry(const void *key, int *value, void *context)
{
    struct tally *tally = context;

    (void)key;
    tally->entries++;
    if ((*value & 1) != 0)
        tally->odd++;
    return tally->entries >= tally->limit ? ST_STOP : ST_CONTINUE;
}

/* Removes entries with odd values. */
static enum st_verdict drop_odd(const void *key, int *value, void *context)
{
    struct tally *tally = context;

    (void)key;
    tally->entries++;
    if ((*value & 1) == 0)
        return ST_CONTINUE;
    tally->odd++;
    return ST_DELETE;
}

static void remove_odd(struct st_table *t)
{
    struct tally tally = { 0, 0, 0 };
    int before = t->count;
    int visited = st_each(t, drop_odd, &tally);

    assert(visited == before && tally.entries == before);
    assert(t->count == before - tally.odd);
}

static void count_some(struct st_table *t, int limit)
{
    struct tally tally = { 0, 0, 0 };
    int visited;

    tally.limit = limit;
    visited = st_each(t, count_entry, &tally);
    assert(visited == tally.entries && visited <= t->count);
}

/* Replaces a table by a copy. */
static struct st_table *replace(struct st_table *t)
{
    struct st_table *copy;

    if (t->walk != NULL)
        return t;
    copy = st_copy(t);
    if (copy == NULL)
        return t;
    assert(copy->count == t->count && copy->type == t->type);
    st_free(t);
    return copy;
}

/* Stores a run of numbers, as a scanner does with the codes of its tokens. */
static int insert_run(struct st_table *t, int first, int length)
{
    int i, stored = 0;

    for (i = 0; i < length; i++)
        if (st_insert(t, number_key(first + i), i) == ST_OK)
            stored++;
    return stored;
}

/* A name from inputs: the first character chooses, the others repeat it. */
static void read_name(char *name, int size)
{
    unsigned char seed = __VERIFIER_nondet_uchar();
    int length = seed % size;
    int i;

    for (i = 0; i < length; i++)
        name[i] = (char)('a' + (seed / 16 + i) % 26);
    name[length] = '\0';
}

/* ---- harness ---- */

enum operation {
    OP_NUMBER, OP_RUN, OP_NAME, OP_FIND, OP_DELETE, OP_DELETE_NAME, OP_COMPACT, OP_COPY, OP_WALK, OP_ODD, OP_TALLY,
    OP_CLEAR, OP_COUNT
};

int main(void)
{
    struct st_table *numbers, *names = NULL;
    struct st_walk walk = { NULL, NULL, NULL, 0, 0 };
    char name[MAX_TEXT + 4];
    int operations = __VERIFIER_nondet_uchar() % 17;
    int n;

    memory_left = 512 + 64 * __VERIFIER_nondet_uchar();
    numbers = st_new(&number_type, __VERIFIER_nondet_uchar() % 16);
    if (numbers == NULL)
        return 1;
    names = st_new(&text_type, 0);
    if (names == NULL)
        goto out;

    for (n = 0; n < operations; n++) {
        unsigned char code = __VERIFIER_nondet_uchar();
        const void *key;
        int number, value = 0, status;

        switch (code % OP_COUNT) {
        case OP_NUMBER:
            number = __VERIFIER_nondet_int();
            status = st_insert(numbers, number_key(number), n);
            if (status == ST_OK || status == ST_EXISTS) {
                status = st_lookup(numbers, number_key(number), &value);
                assert(status == ST_OK && value == n);
            }
            break;
        case OP_RUN:
            number = (signed char)code;
            value = numbers->count;
            status = insert_run(numbers, number, __VERIFIER_nondet_uchar() % 24);
            assert(numbers->count >= value + status);
            break;
        case OP_NAME:
            read_name(name, (int)sizeof name);
            if (st_insert(names, name, n) == ST_OK)
                assert(names->text_bytes > 0);
            break;
        case OP_FIND:
            read_name(name, (int)sizeof name);
            status = st_lookup(names, name, &value);
            assert(status == ST_MISSING || value <= n);
            break;
        case OP_DELETE:
            number = __VERIFIER_nondet_int();
            value = numbers->count;
            status = st_delete(numbers, number_key(number), (code & 128) != 0 ? &number : NULL);
            assert(numbers->count == value - (status == ST_OK));
            break;
        case OP_DELETE_NAME:
            read_name(name, (int)sizeof name);
            if (st_delete(names, name, &value) == ST_OK)
                assert(st_lookup(names, name, NULL) == ST_MISSING);
            break;
        case OP_COMPACT:
            st_compact((code & 128) != 0 ? names : numbers);
            break;
        case OP_COPY:
            if ((code & 128) != 0)
                names = replace(names);
            else
                numbers = replace(numbers);
            break;
        case OP_WALK:
            if (walk.table == NULL) {
                walk_open(&walk, (code & 128) != 0 ? names : numbers);
            } else if (walk_next(&walk, &key, &value) == ST_OK) {
                status = st_lookup(walk.table, key, &number);
                assert(status == ST_OK && number == value);
            } else {
                assert(walk.chains <= primes[PRIMES - 1]);
                walk_close(&walk);
            }
            break;
        case OP_ODD:
            remove_odd((code & 128) != 0 ? names : numbers);
            break;
        case OP_TALLY:
            count_some((code & 128) != 0 ? names : numbers, code >> 4);
            break;
        default:
            if (walk.table != NULL)
                break;
            st_clear(numbers);
            assert(st_lookup(numbers, number_key(n), NULL) == ST_MISSING);
            break;
        }
        st_check(numbers);
        st_check(names);
    }
    walk_close(&walk);
out:
    st_free(names);
    st_free(numbers);
    return 0;
}
