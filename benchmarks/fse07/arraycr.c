/*
 * arraycr - integer arrays that are emptied in constant time.
 *
 * Every cell carries the number of the epoch in which it was last written.  A
 * cell whose epoch is not the current one counts as empty, so emptying the
 * array is one increment.  Epoch numbers are small to keep the tags in one
 * byte; when they run out the tags are cleared for real.
 *
 * An array may also keep a history: the indexes written in this epoch, in the
 * order of their first writing, for walks that cost as much as there is to see.
 */
#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);

#define ACR_HISTORY 1u       /* keep the order of writing */
#define ACR_MAX_LENGTH 24
#define EPOCH_NEVER 0        /* tag of a cell that was never written */
#define EPOCH_FIRST 1
#define EPOCH_LAST 12

enum { ACR_OK = 0, ACR_ERANGE = -1, ACR_ENOMEM = -2, ACR_EEMPTY = -3 };

struct acr {
    int *cell;
    unsigned char *tag;      /* epoch of the last write, per cell */
    int *history;            /* indexes in the order of writing, or NULL */
    int length;
    int used;                /* cells written in this epoch */
    int highest;             /* greatest index written since the creation */
    unsigned flags;
    unsigned char epoch;
};

typedef int (*acr_visit)(int index, int value, void *context);

/* Frees what an array holds, not the array itself. */
static void acr_release(struct acr *a)
{
    free(a->cell);
    free(a->tag);
    free(a->history);
    a->cell = NULL;
    a->tag = NULL;
    a->history = NULL;
    a->length = 0;
    a->used = 0;
}

/* Prepares an array of the given length with all cells empty. */
static int acr_init(struct acr *a, int length, unsigned flags)
{
    assert(a != NULL);
    if (length < 0 || length > ACR_MAX_LENGTH)
        return ACR_ERANGE;
    a->cell = NULL;
    a->tag = NULL;
    a->history = NULL;
    a->length = length;
    a->used = 0;
    a->flags = flags;
    a->epoch = EPOCH_FIRST;
    if (length == 0)
        return ACR_OK;

    a->cell = malloc((size_t)length * sizeof *a->cell);
    a->tag = calloc((size_t)length, sizeof *a->tag);
    if (a->cell == NULL || a->tag == NULL)
        goto fail;
    if (flags & ACR_HISTORY) {
        a->history = malloc((size_t)length * sizeof *a->history);
        if (a->history == NULL)
            goto fail;
    }
    a->highest = -1;
    return ACR_OK;

fail:
    acr_release(a);
    return ACR_ENOMEM;
}

/* Writes a cell. */
static int acr_set(struct acr *a, int index, int value)
{
    if (index < 0 || index >= a->length)
        return ACR_ERANGE;
    if (a->tag[index] != a->epoch) {
        a->tag[index] = a->epoch;
        if (a->flags & ACR_HISTORY)
            a->history[a->used] = index;
        a->used++;
    }
    a->cell[index] = value;
    if (index > a->highest)
        a->highest = index;
    assert(a->used <= a->length);
    return ACR_OK;
}

/* Reads a cell; an empty one is not an error, it gives the default value. */
static int acr_get(const struct acr *a, int index, int absent, int *value)
{
    if (index < 0 || index > a->length)
        return ACR_ERANGE;
    *value = a->length > 0 && a->tag[index] == a->epoch ? a->cell[index] : absent;
    return ACR_OK;
}

/* Empties the array. */
static void acr_reset(struct acr *a)
{
    if (a->epoch < EPOCH_LAST) {
        a->epoch++;
    } else {
        if (a->length > 0)
            memset(a->tag, EPOCH_NEVER, (size_t)a->used);
        a->epoch = EPOCH_FIRST;
    }
    a->used = 0;
}

/* Changes the length; cells that stay keep their values. */
static int acr_resize(struct acr *a, int length)
{
    int *cell;
    unsigned char *tag;
    int i;

    if (length <= 0 || length > ACR_MAX_LENGTH)
        return ACR_ERANGE;
    if (a->flags & ACR_HISTORY) {
        int *history = realloc(a->history, ACR_MAX_LENGTH * sizeof *history);
        if (history == NULL)
            return ACR_ENOMEM;
        a->history = history;
    }
    cell = realloc(a->cell, (size_t)length * sizeof *cell);
    if (cell == NULL)
        return ACR_ENOMEM;
    a->cell = cell;
    tag = realloc(a->tag, (size_t)length * sizeof *tag);
    if (tag != NULL)
        a->tag = tag;
    else if (length > a->length)
        return ACR_ENOMEM;
    if (length > a->length)
        memset(a->tag + a->length, EPOCH_NEVER, (size_t)(length - a->length));

    if (a->flags & ACR_HISTORY) {
        int kept = 0;
        for (i = 0; i < a->used; i++)
            if (a->history[i] <= length)
                a->history[kept++] = a->history[i];
        a->used = kept;
    } else {
        a->used = 0;
        for (i = 0; i < length; i++)
            if (a->tag[i] == a->epoch)
                a->used++;
    }
    a->length = length;
    return ACR_OK;
}

/* Makes an independent copy. */
static int acr_clone(struct acr *to, const struct acr *from)
{
    int i;
    int status = acr_init(to, from->length, from->flags & ~ACR_HISTORY);
    if (status != ACR_OK)
        return status;
    to->flags = from->flags;
    if (from->length == 0)
        return ACR_OK;
    if (from->used > 0 && from->history != NULL) {
        to->history = malloc((size_t)ACR_MAX_LENGTH * sizeof *to->history);
        if (to->history == NULL) {
            acr_release(to);
            return ACR_ENOMEM;
        }
        memcpy(to->history, from->history, (size_t)from->used * sizeof *to->history);
    }
    to->used = from->used;
    to->epoch = from->epoch;
    to->highest = from->highest;
    memcpy(to->tag, from->tag, (size_t)from->length);
    for (i = 0; i < from->length; i++)
        if (from->tag[i] == from->epoch)
            to->cell[i] = from->cell[i];
    return ACR_OK;
}

/* Visits the cells in use: in the order of writing if that is known, else by index. */
static int acr_each(const struct acr *a, acr_visit visit, void *context)
{
    int i;
    int status = ACR_OK;

    if (a->history != NULL) {
        for (i = 0; i < a->used && status == ACR_OK; i++)
            status = visit(a->history[i], a->cell[a->history[i]], context);
        return status;
    }
    for (i = 0; i < a->length && status == ACR_OK; i++)
        if (a->tag[i] == a->epoch)
            status = visit(i, a->cell[i], context);
    return status;
}

struct extent {
    int low, high;
    int count;
};

static int widen(int index, int value, void *context)
{
    struct extent *e = context;
    assert(index >= 0);
    if (e->count == 0 || value < e->low)
        e->low = value;
    if (e->count == 0 || value > e->high)
        e->high = value;
    e->count++;
    return ACR_OK;
}

/* How far apart the least and the greatest value are. */
static int acr_spread(const struct acr *a, int *spread)
{
    struct extent e = { 0, 0, 0 };
    int status = acr_each(a, widen, &e);
    if (status != ACR_OK)
        return status;
    if (e.count == 0)
        return ACR_EEMPTY;
    *spread = e.high - e.low;
    return ACR_OK;
}

int main(void)
{
    struct acr a, b;
    int model[ACR_MAX_LENGTH];      /* what the array must hold; INT_MIN is empty */
    int length = __VERIFIER_nondet_uchar();
    unsigned flags = __VERIFIER_nondet_uchar() & ACR_HISTORY;
    int operations = __VERIFIER_nondet_uchar() % 33;
    int i, n;

    __VERIFIER_assume(length <= ACR_MAX_LENGTH);
    if (acr_init(&a, length, flags) != ACR_OK)
        return 1;
    for (i = 0; i < ACR_MAX_LENGTH; i++)
        model[i] = INT_MIN;

    for (n = 0; n < operations; n++) {
        int index, value, status;
        switch (__VERIFIER_nondet_uchar() % 6) {
        case 0:
            index = __VERIFIER_nondet_uchar() % (ACR_MAX_LENGTH + 1);
            value = __VERIFIER_nondet_int();
            if (value == INT_MIN)
                value++;
            status = acr_set(&a, index, value);
            assert((status == ACR_OK) == (index < a.length));
            if (status == ACR_OK)
                model[index] = value;
            break;
        case 1:
            index = __VERIFIER_nondet_uchar() % (ACR_MAX_LENGTH + 1);
            if (acr_get(&a, index, INT_MIN, &value) == ACR_OK && a.length > 0)
                assert(value == model[index]);
            break;
        case 2:
            acr_reset(&a);
            for (i = 0; i < ACR_MAX_LENGTH; i++)
                model[i] = INT_MIN;
            break;
        case 3:
            length = __VERIFIER_nondet_uchar() % (ACR_MAX_LENGTH + 1);
            if (acr_resize(&a, length) == ACR_OK)
                for (i = length; i < ACR_MAX_LENGTH; i++)
                    model[i] = INT_MIN;
            break;
        case 4:
            if (acr_clone(&b, &a) == ACR_OK) {
                assert(b.used == a.used && b.length == a.length);
                acr_release(&a);
                a = b;
            }
            break;
        default:
            if (acr_spread(&a, &value) == ACR_OK)
                assert(value >= 0);
            break;
        }
    }
    acr_release(&a);
    return 0;
}
