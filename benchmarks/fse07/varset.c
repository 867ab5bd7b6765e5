/*
 * varset - sets of program variables as bit-vectors.
 *
 * The variables of a function are numbered from 0; a set over them has one bit
 * for each.  All sets that meet in an operation must be over the same universe,
 * that is, have the same number of variables; a universe may be empty.  Bits
 * beyond the universe are always 0, so whole words can be compared.
 */
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);

#define WORD_BITS 32
#define MAX_UNIVERSE 80

typedef uint32_t word_t;

struct varset {
    word_t *bits;
    int universe;               /* how many variables there are */
    int words;                  /* how many words their bits take */
    struct cursor *cursor;      /* a walk that is under way, or NULL */
};

/* A walk over a set in increasing order; the set may be changed meanwhile. */
struct cursor {
    struct varset *set;
    const word_t *at;           /* the word of the next candidate */
    int next;                   /* the next candidate */
};

static int words_for(int universe)
{
    return (universe + WORD_BITS - 1) / WORD_BITS;
}

static word_t bit(int variable)
{
    return (word_t)1 << (variable % WORD_BITS);
}

/* The bits of the last word that belong to the universe. */
static word_t last_mask(int universe)
{
    int used = universe % WORD_BITS;
    return used == 0 ? ~(word_t)0 : bit(used) - 1;
}

/* ---- creation and destruction ---- */

/* An empty set, or NULL when there is no memory. */
static struct varset *vs_new(int universe)
{
    struct varset *s;

    assert(universe >= 0);
    s = malloc(sizeof *s);
    if (s == NULL)
        return NULL;
    s->universe = universe;
    s->words = words_for(universe);
    s->cursor = NULL;
    s->bits = malloc(s->words > 0 ? (size_t)s->words * sizeof *s->bits : 1);
    if (s->bits == NULL) {
        free(s);
        return NULL;
    }
    if (s->words > 0)
        memset(s->bits, 0, (size_t)s->words * sizeof *s->bits);
    return s;
}

static void vs_free(struct varset *s)
{
    if (s == NULL)
        return;
    if (s->cursor != NULL)
        s->cursor->set = NULL;
    free(s->bits);
    free(s);
}

static void vs_clear(struct varset *s)
{
    int i;
    for (i = 0; i < s->words; i++)
        s->bits[i] = 0;
}

static void vs_assign(struct varset *to, const struct varset *from)
{
    int i;
    assert(to->universe == from->universe);
    for (i = 0; i < to->words; i++)
        to->bits[i] = from->bits[i];
}

static struct varset *vs_copy(const struct varset *s)
{
    struct varset *copy = vs_new(s->universe);
    if (copy != NULL)
        vs_assign(copy, s);
    return copy;
}

/* Adds variables to the universe; none of them is in the set. */
static int vs_grow(struct varset *s, int universe)
{
    word_t *bits;
    int words = words_for(universe);
    int i;

    assert(universe >= s->universe);
    if (words > s->words) {
        bits = realloc(s->bits, (size_t)words * sizeof *bits);
        if (bits == NULL)
            return -1;
        for (i = s->words; i < words; i++)
            bits[i] = 0;
        s->bits = bits;
        s->words = words;
        if (s->cursor != NULL && s->cursor->next >= WORD_BITS)
            s->cursor->at = s->bits + s->cursor->next / WORD_BITS;
    }
    s->universe = universe;
    return 0;
}

/* ---- members ---- */

static void vs_add(struct varset *s, int variable)
{
    assert(variable >= 0 && variable < s->universe);
    s->bits[variable / WORD_BITS] |= bit(variable);
}

static void vs_remove(struct varset *s, int variable)
{
    assert(variable >= 0 && variable < s->universe);
    s->bits[variable / WORD_BITS] &= ~bit(variable);
}

static int vs_has(const struct varset *s, int variable)
{
    assert(variable >= 0 && variable < s->universe);
    return (s->bits[variable / WORD_BITS] & bit(variable)) != 0;
}

/* Adds the variables from `low` up to and without `high`. */
static void vs_add_range(struct varset *s, int low, int high)
{
    assert(low >= 0 && low <= high && high <= s->universe);
    while (low < high) {
        int offset = low % WORD_BITS;
        int width = high - low;
        if (width > WORD_BITS - offset)
            width = WORD_BITS - offset;
        s->bits[low / WORD_BITS] |= (((word_t)1 << width) - 1) << offset;
        low += width;
    }
}

static int vs_is_empty(const struct varset *s)
{
    int i;
    for (i = 0; i < s->words; i++)
        if (s->bits[i] != 0)
            return 0;
    return 1;
}

static int count_bits(word_t w)
{
    int count = 0;
    for (; w != 0; w &= w - 1)
        count++;
    return count;
}

static int vs_count(const struct varset *s)
{
    int i, count = 0;
    for (i = 0; i < s->words; i++)
        count += count_bits(s->bits[i]);
    return count;
}

/* The smallest member, or -1. */
static int vs_min(const struct varset *s)
{
    int i, b;
    for (i = 0; i < s->words; i++) {
        if (s->bits[i] == 0)
            continue;
        for (b = 0; (s->bits[i] >> b & 1) == 0; b++)
            ;
        return i * WORD_BITS + b;
    }
    return -1;
}

/* The greatest member, or -1. */
static int vs_max(const struct varset *s)
{
    int i = s->words - 1;
    int b = WORD_BITS - 1;

    while (s->bits[i] == 0) {
        if (i == 0)
            return -1;
        i--;
    }
    if (i < 0)
        return -1;
    while ((s->bits[i] >> b & 1) == 0)
        b--;
    return i * WORD_BITS + b;
}

/* Some member that depends on the number given, or -1 if the set is empty. */
static int vs_choose(const struct varset *s, unsigned number)
{
    int start = (int)(number % (unsigned)s->universe);
    int i;

    for (i = 0; i < s->universe; i++) {
        int variable = (start + i) % s->universe;
        if (vs_has(s, variable))
            return variable;
    }
    return -1;
}

/* ---- algebra ---- */

static void vs_union(struct varset *to, const struct varset *other)
{
    int i;
    for (i = 0; i < to->words; i++)
        to->bits[i] |= other->bits[i];
}

static void vs_intersect(struct varset *to, const struct varset *other)
{
    int i;
    assert(to->universe == other->universe);
    for (i = 0; i < to->words; i++)
        to->bits[i] &= other->bits[i];
}

static void vs_subtract(struct varset *to, const struct varset *other)
{
    int i;
    assert(to->universe == other->universe);
    for (i = 0; i < to->words; i++)
        to->bits[i] &= ~other->bits[i];
}

/* Replaces a set by its complement. */
static void vs_complement(struct varset *s)
{
    int i;
    for (i = 0; i < s->words; i++)
        s->bits[i] = ~s->bits[i];
    s->bits[s->words - 1] &= last_mask(s->universe);
}

/* Fills a set with the whole universe. */
static void vs_fill(struct varset *s)
{
    int i;
    for (i = 0; i < s->words; i++)
        s->bits[i] = i < s->words - 1 ? ~(word_t)0 : bit(s->universe) - 1;
}

/* What is in exactly one of two sets, as a new set, or NULL. */
static struct varset *vs_symmetric(const struct varset *a, const struct varset *b)
{
    struct varset *left, *right;

    left = vs_copy(a);
    if (left == NULL)
        return NULL;
    right = vs_copy(b);
    if (right == NULL) {
        vs_free(left);
        return NULL;
    }
    vs_subtract(left, b);
    vs_subtract(right, a);
    if (!vs_is_empty(right))
        vs_union(left, right);
    vs_free(right);
    return left;
}

/* The sets' common members as a new set, or NULL. */
static struct varset *vs_intersect_all(struct varset *const *sets, int count)
{
    struct varset *result = NULL;
    int i;

    for (i = 0; i < count; i++) {
        if (result == NULL)
            result = vs_copy(sets[i]);
        else
            vs_intersect(result, sets[i]);
        if (result == NULL)
            break;
    }
    return result;
}

static int vs_equal(const struct varset *a, const struct varset *b)
{
    int i;
    if (a->universe != b->universe)
        return 0;
    for (i = 0; i < a->words; i++)
        if (a->bits[i] != b->bits[i])
            return 0;
    return 1;
}

static int vs_subset(const struct varset *a, const struct varset *b)
{
    int i;
    assert(a->universe == b->universe);
    for (i = 0; i < a->words; i++)
        if ((a->bits[i] & ~b->bits[i]) != 0)
            return 0;
    return 1;
}

/* Whether two sets have a member in common. */
static int vs_meet(const struct varset *a, const struct varset *b)
{
    int i = 0;
    assert(a->universe == b->universe);
    do {
        if ((a->bits[i] & b->bits[i]) != 0)
            return 1;
        i++;
    } while (i < a->words);
    return 0;
}

/* A number that is the same for equal sets. */
static unsigned vs_hash(const struct varset *s)
{
    unsigned hash = 2166136261u;
    const word_t *w = s->bits;
    const word_t *last = s->bits + (s->words > 0 ? s->words - 1 : 0);

    for (; w <= last; w++) {
        hash ^= *w & 0xffffu;
        hash *= 16777619u;
        hash ^= *w >> 16;
        hash *= 16777619u;
    }
    return hash;
}

/* ---- walks ---- */

static void cursor_open(struct cursor *c, struct varset *s)
{
    assert(s->cursor == NULL);
    c->set = s;
    c->at = s->bits;
    c->next = 0;
    s->cursor = c;
}

static void cursor_close(struct cursor *c)
{
    if (c->set != NULL)
        c->set->cursor = NULL;
    c->set = NULL;
}

/* The next member, or -1 at the end. */
static int cursor_next(struct cursor *c)
{
    while (c->set != NULL && c->next < c->set->universe) {
        int candidate = c->next++;
        word_t word = *c->at;
        if (c->next % WORD_BITS == 0)
            c->at++;
        if ((word & bit(candidate)) != 0)
            return candidate;
    }
    return -1;
}

/* ---- text ---- */

/* The members between braces, as text that the caller frees, or NULL. */
static char *vs_to_text(const struct varset *s)
{
    char *text = malloc((size_t)s->universe * 3 + 2);
    char *at;
    int variable, first = 1;

    if (text == NULL)
        return NULL;
    strcpy(text, "{}");
    at = text + 1;
    for (variable = 0; variable < s->universe; variable++) {
        if (!vs_has(s, variable))
            continue;
        at += sprintf(at, first ? "%d" : ",%d", variable);
        first = 0;
    }
    strcpy(at, "}");
    return text;
}

/* Reads members between braces into an empty set; returns 0, or -1 for bad text. */
static int vs_parse(struct varset *s, const char *text)
{
    if (*text++ != '{')
        return -1;
    while (*text >= '0' && *text <= '9') {
        int variable = 0;
        while (*text >= '0' && *text <= '9') {
            variable = variable * 10 + (*text++ - '0');
            if (variable > MAX_UNIVERSE)
                return -1;
        }
        if (variable >= s->universe)
            return -1;
        vs_add(s, variable);
        if (*text == ',')
            text++;
    }
    return *text == '}' && text[1] == '\0' ? 0 : -1;
}

/* ---- partitions: a universe divided among several sets ---- */

#define MAX_PARTS 4

struct partition {
    struct varset *part[MAX_PARTS];
    int parts;
    int universe;
};

static void partition_free(struct partition *p)
{
    while (p->parts > 0)
        vs_free(p->part[--p->parts]);
}

/* Divides the universe into so many runs of about the same length. */
static int partition_init(struct partition *p, int universe, int parts)
{
    int low = 0;
    int i, size;

    assert(parts > 0 && parts <= MAX_PARTS);
    p->parts = 0;
    p->universe = universe;
    size = universe / parts;
    for (i = 0; i < parts; i++) {
        int high = i == parts - 1 ? universe : low + size;
        p->part[i] = vs_new(universe);
        if (p->part[i] == NULL) {
            partition_free(p);
            return -1;
        }
        p->parts++;
        for (; low < high; low++)
            vs_add(p->part[i], low);
    }
    return 0;
}

/* The part that a variable is in. */
static struct varset *partition_find(const struct partition *p, int variable)
{
    int i;
    for (i = 0; i < p->parts; i++)
        if (variable < p->universe && vs_has(p->part[i], variable))
            return p->part[i];
    return NULL;
}

/* Moves a variable to a part. */
static void partition_move(struct partition *p, int variable, int part)
{
    struct varset *from = partition_find(p, variable);

    assert(part >= 0 && part < p->parts);
    assert(variable < from->universe);
    vs_remove(from, variable);
    vs_add(p->part[part], variable);
}

/* Every variable is in exactly one part. */
static int partition_valid(const struct partition *p)
{
    int i, total = 0;
    struct varset *all = vs_new(p->universe);

    if (all == NULL)
        return 1;
    for (i = 0; i < p->parts; i++) {
        total += vs_count(p->part[i]);
        vs_union(all, p->part[i]);
    }
    i = vs_count(all);
    vs_free(all);
    return total == p->universe && i == p->universe;
}

static void use_partition(int universe, int moves)
{
    struct partition p;
    int parts = __VERIFIER_nondet_uchar() % MAX_PARTS + 1;

    if (partition_init(&p, universe, parts) != 0)
        return;
    while (moves-- > 0)
        partition_move(&p, __VERIFIER_nondet_uchar() % MAX_UNIVERSE % (universe + 1), __VERIFIER_nondet_uchar() % parts);
    assert(partition_valid(&p));
    partition_free(&p);
}

/* ---- liveness: the sets at work, on a straight line of assignments ---- */

#define MAX_STATEMENTS 6

struct statement {
    int target;                 /* variable that is assigned, or -1 */
    int source;                 /* variable that is read, or -1 */
};

/* Computes backwards which variables are live at the beginning. */
static int live_at_entry(const struct statement *code, int length, struct varset *live)
{
    struct varset *step = NULL;
    int i;

    for (i = length - 1; i >= 0; i--) {
        if (code[i].target >= 0)
            vs_remove(live, code[i].target);
        if (code[i].source < 0)
            continue;
        if (step == NULL)
            step = vs_new(live->universe);
        if (step == NULL)
            return -1;
        vs_clear(step);
        vs_add(step, code[i].source);
        vs_union(live, step);
    }
    assert(step->universe == live->universe);
    vs_free(step);
    return vs_count(live);
}

/* ---- harness ---- */

#define SETS 3

static void check_text(const struct varset *s)
{
    char *text = vs_to_text(s);
    struct varset *back = vs_new(s->universe);

    if (text != NULL && back != NULL) {
        int status = vs_parse(back, text);
        assert(status == 0 && vs_equal(back, s));
    }
    vs_free(back);
    free(text);
}

static void check_symmetric(const struct varset *a, const struct varset *b)
{
    struct varset *s = vs_symmetric(a, b);
    struct varset *common = vs_copy(a);

    if (s != NULL && common != NULL) {
        vs_intersect(common, b);
        assert(vs_count(s) + 2 * vs_count(common) == vs_count(a) + vs_count(b));
        assert(vs_is_empty(common) || !vs_subset(a, s));
    }
    vs_free(s);
    vs_free(common);
}

static void check_liveness(int universe)
{
    struct statement code[MAX_STATEMENTS];
    int length = __VERIFIER_nondet_uchar() % (MAX_STATEMENTS + 1);
    struct varset *live = vs_new(universe);
    int i, count;

    if (live == NULL)
        return;
    for (i = 0; i < length; i++) {
        code[i].target = __VERIFIER_nondet_uchar() % (universe + 1) - 1;
        code[i].source = __VERIFIER_nondet_uchar() % (universe + 1) - 1;
    }
    count = live_at_entry(code, length, live);
    assert(count <= length);
    if (length > 0 && count >= 0 && code[0].source >= 0)
        assert(vs_has(live, code[0].source));
    vs_free(live);
}

/* Common members of the first few sets; none of them is missing anywhere. */
static void check_common(struct varset *const *sets, int count)
{
    struct varset *common = vs_intersect_all(sets, count);
    int i;

    if (common == NULL && count > 0)
        return;
    for (i = 0; i < count; i++)
        assert(vs_subset(common, sets[i]));
    assert(common->universe == sets[0]->universe);
    vs_free(common);
}

enum operation {
    OP_ADD, OP_REMOVE, OP_RANGE, OP_COMPLEMENT, OP_FILL, OP_UNION, OP_ALGEBRA, OP_MEET, OP_BOUNDS, OP_CHOOSE,
    OP_TEXT, OP_HASH, OP_WALK, OP_GROW, OP_PARTITION, OP_LIVENESS, OP_COMMON, OP_COUNT
};

int main(void)
{
    struct varset *sets[SETS] = { NULL };
    struct cursor cursor = { NULL, NULL, 0 };
    int universe = __VERIFIER_nondet_uchar();
    int operations = __VERIFIER_nondet_uchar() % 17;
    int last = -1;              /* what the walk met last */
    int i, n;

    __VERIFIER_assume(universe <= MAX_UNIVERSE);
    for (i = 0; i < SETS; i++) {
        sets[i] = vs_new(universe);
        if (sets[i] == NULL)
            goto out;
    }
    for (n = 0; n < operations; n++) {
        int code = __VERIFIER_nondet_uchar() % OP_COUNT;
        unsigned char which = __VERIFIER_nondet_uchar();
        struct varset *a = sets[which % SETS];
        struct varset *b = sets[which / SETS % SETS];
        int low, high, count = vs_count(a);

        switch (code) {
        case OP_ADD:
        case OP_REMOVE:
            low = __VERIFIER_nondet_int();
            if (low < 0 || low >= a->universe)
                break;
            if (code == OP_ADD)
                vs_add(a, low);
            else
                vs_remove(a, low);
            assert(vs_has(a, low) == (code == OP_ADD));
            break;
        case OP_RANGE:
            low = __VERIFIER_nondet_uchar() % (a->universe + 1);
            high = __VERIFIER_nondet_uchar() % (a->universe + 1);
            if (low <= high) {
                vs_add_range(a, low, high);
                assert(vs_count(a) >= high - low);
            }
            break;
        case OP_COMPLEMENT:
            vs_complement(a);
            assert(vs_count(a) == a->universe - count);
            break;
        case OP_FILL:
            vs_fill(a);
            assert(vs_count(a) == a->universe);
            break;
        case OP_UNION:
            if (a->universe >= b->universe)
                vs_union(a, b);
            break;
        case OP_ALGEBRA:
            if (a->universe == b->universe)
                check_symmetric(a, b);
            break;
        case OP_MEET:
            if (a->universe == b->universe && vs_meet(a, b))
                assert(!vs_is_empty(a) && !vs_is_empty(b));
            break;
        case OP_BOUNDS:
            low = vs_min(a);
            high = vs_max(a);
            assert((low < 0) == (count == 0) && low <= high);
            break;
        case OP_CHOOSE:
            low = vs_choose(a, __VERIFIER_nondet_uint());
            assert((low < 0) == (count == 0));
            break;
        case OP_TEXT:
            check_text(a);
            break;
        case OP_HASH:
            if (vs_hash(a) != vs_hash(b))
                assert(!vs_equal(a, b));
            break;
        case OP_WALK:
            if (cursor.set == NULL) {
                cursor_open(&cursor, a);
                last = -1;
            } else {
                low = cursor_next(&cursor);
                assert(low == -1 || low > last);
                last = low;
                if (low == -1)
                    cursor_close(&cursor);
            }
            break;
        case OP_GROW:
            high = a->universe + which;
            if (high <= MAX_UNIVERSE && vs_grow(a, high) == 0)
                assert(vs_count(a) == count);
            break;
        case OP_PARTITION:
            use_partition(a->universe, which % 4);
            break;
        case OP_LIVENESS:
            check_liveness(a->universe);
            break;
        default:
            if (sets[0]->universe == sets[1]->universe && sets[1]->universe == sets[2]->universe)
                check_common(sets, which % (SETS + 1));
            break;
        }
    }
    cursor_close(&cursor);
out:
    for (i = 0; i < SETS; i++)
        vs_free(sets[i]);
    return 0;
}
