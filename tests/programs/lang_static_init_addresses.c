// Static initialisers with addresses: elements, members, functions, strings, differences.
#include <stdio.h>
#include <stddef.h>
#include <stdint.h>

struct rec { char tag; int vals[4]; struct { double d; char c[6]; } in; };

static int arr[10] = { 0, 1, 4, 9, 16, 25, 36, 49, 64, 81 };
static struct rec recs[3] = { { 'a', { 1, 2, 3, 4 }, { 1.5, "first" } }, { 'b', { 5 }, { 2.5, "two" } } };
static int *mid = &arr[3], *end = arr + 10, *back = &arr[9] - 2;
static int *member = &recs[1].vals[0];
static double *dbl = &recs[0].in.d;
static char *text = recs[0].in.c + 1;
static struct rec *last = &recs[sizeof recs / sizeof recs[0] - 1];
static const char *str = &"string literal"[7];
static char buffer[16] = "buffer";
static char *const ends[] = { buffer, buffer + 3, &buffer[5] };

static int twice(int x) { return 2 * x; }
static int square(int x) { return x * x; }
static int neg(int x) { return -x; }
static int (*const table[])(int) = { twice, &square, neg, *twice };
struct op { const char *name; int (*fn)(int); int **slot; };
static struct op ops[] = { { "twice", twice, &mid }, { "square", square, &back }, { "neg", neg, NULL } };
static struct op *best = &ops[1];

extern int self_size;
static void *loop = &loop;
static int **pp = &mid;
static int offsets[] = { offsetof(struct rec, vals[2]), offsetof(struct rec, in.c), (int)sizeof(struct rec) };
int self_size = sizeof self_size + sizeof(arr) / sizeof(*arr);

int main(void)
{
    printf("%d %d %d %td\n", *mid, end[-1], *back, end - mid);
    printf("%d %g %s %d\n", *member, *dbl, text, last->tag);
    printf("%s %s %s %s\n", str, ends[0], ends[1], ends[2]);
    for (int i = 0; i < 4; i++)
        printf("%d ", table[i](7 + i));
    printf("\n");
    for (unsigned i = 0; i < sizeof ops / sizeof *ops; i++)
        printf("%s %d %d\n", ops[i].name, ops[i].fn(9), ops[i].slot ? **ops[i].slot == *mid : -1);
    printf("%s %d\n", best->name, (best + 1)->fn(5));
    printf("%d %d\n", loop == (void *)&loop, **pp);
    *ops[0].slot += 2;
    printf("%d %d\n", **pp, *mid);
    ends[1][0] = 'F';
    printf("%s\n", buffer);
    printf("%d %d %d\n", offsets[0], offsets[1], offsets[2]);
    printf("%td %d\n", (struct rec *)last - recs, (uintptr_t)&arr[1] - (uintptr_t)arr == 4);
    return self_size;
}
