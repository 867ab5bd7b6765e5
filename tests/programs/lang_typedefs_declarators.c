// Complicated declarators and typedefs: arrays of function pointers, functions returning arrays' pointers.
#include <stdio.h>
#include <string.h>

typedef int row[3];
typedef row matrix[2];
typedef int (*unary)(int);
typedef unary (*selector)(int);
typedef struct list list;
struct list { int v; list *next; };
typedef union { list l; row r; } either;
typedef const char *cstr;
typedef char *const pconst;
typedef void handler(int *, int);

static int inc(int x) { return x + 1; }
static int dbl(int x) { return x * 2; }
static unary sel(int i) { return i ? inc : dbl; }
static int (*get_row(matrix *m, int i))[3] { return &(*m)[i]; }
static int (*(*table[2])(int))(int) = { sel, sel };
static handler store;
static void store(int *p, int v) { *p = v; }
static void apply(handler *h, int *p, int v) { h(p, v * 3); }
static selector get_selector(void) { return sel; }
static int sum_matrix(const matrix m)
{
    int s = 0;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            s += m[i][j];
    return s;
}
static int call_all(int (*const fns[])(int), int n, int x)
{
    for (int i = 0; i < n; i++)
        x = fns[i](x);
    return x;
}

int main(void)
{
    matrix m = { { 1, 2, 3 }, { 4, 5, 6 } };
    int (*r)[3] = get_row(&m, 1);
    (*r)[2] = 60;
    printf("%d %d\n", (*get_row(&m, 1))[2], sum_matrix(m));
    printf("%d %d %d\n", table[0](1)(10), (*table[1](0))(10), get_selector()(0)(21));
    int target = 0;
    apply(store, &target, 14);
    printf("%d\n", target);
    unary fns[] = { inc, dbl, inc, dbl };
    printf("%d\n", call_all(fns, 4, 1));
    list c = { 3, NULL }, b = { 2, &c }, a = { 1, &b };
    int s = 0;
    for (list *p = &a; p; p = p->next)
        s = s * 10 + p->v;
    printf("%d\n", s);
    either e = { .r = { 7, 8, 9 } };
    printf("%d %d\n", e.l.v, e.r[0]);
    cstr words[2] = { "ab", "cde" };
    char buf[8] = "xyz";
    pconst p = buf;
    p[1] = 'Y';
    printf("%zu %s\n", strlen(words[1]), p);
    row *(*fp)(row *, int) = NULL;
    char *(*(*x[3])(void))[5] = { 0 };
    printf("%d %zu %zu\n", fp == NULL, sizeof x / sizeof *x, sizeof(matrix) / sizeof(row));
    unsigned typedef long ulong_t;      /* odd but legal order */
    long unsigned int const extra = (ulong_t)-1 >> 1;
    printf("%d\n", extra == ~(ulong_t)0 / 2);
    return s % 100;
}
