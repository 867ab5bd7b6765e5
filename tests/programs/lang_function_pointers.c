// Function pointers: tables, returning function pointers, callbacks with context, comparison.
#include <stdio.h>
#include <stddef.h>

typedef int binop(int, int);
typedef int (*binop_p)(int, int);

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }

static int (*choose(char c))(int, int)
{
    switch (c) {
    case '+': return add;
    case '-': return &sub;
    case '*': return mul;
    }
    return NULL;
}

static binop_p (*chooser(void))(char) { return choose; }

struct visitor { void (*visit)(void *ctx, int v); void *ctx; };

static void each(const int *a, int n, const struct visitor *v)
{
    for (int i = 0; i < n; i++)
        v->visit(v->ctx, a[i]);
}
static void summing(void *ctx, int v) { *(long *)ctx += v; }
static void maxing(void *ctx, int v)
{
    int *m = ctx;
    if (v > *m)
        *m = v;
}

static int fold(binop f, int init, const int *a, int n)
{
    for (int i = 0; i < n; i++)
        init = f(init, a[i]);
    return init;
}

static double half(double x) { return x / 2; }
static double (*compose(double (*f)(double), int n, double *x))(double)
{
    while (n-- > 0)
        *x = f(*x);
    return f;
}

int main(void)
{
    static const int data[] = { 3, 1, 4, 1, 5, 9, 2, 6 };
    binop *ops[3] = { add, sub, mul }, **p = ops;
    for (int i = 0; i < 3; i++)
        printf("%d %d %d\n", ops[i](12, 5), (*p[i])(7, 8), (**ops[i])(2, 3));
    printf("%d %d\n", choose('*')(6, 7), chooser()('-')(6, 7));
    printf("%d %d %d\n", choose('?') == NULL, choose('+') == add, choose('+') != sub);
    long total = 0;
    int max = -1;
    each(data, 8, &(struct visitor){ summing, &total });
    each(data, 8, &(struct visitor){ maxing, &max });
    printf("%ld %d\n", total, max);
    printf("%d %d %d\n", fold(add, 0, data, 8), fold(mul, 1, data, 8), fold(sub, 100, data, 8));
    double x = 1000;
    double y = compose(half, 5, &x)(3);
    printf("%g %g\n", y, x);
    binop_p f = 1 ? add : NULL;
    int (*arr2[2][2])(int, int) = { { add, sub }, { mul, f } };
    printf("%d\n", arr2[1][0](arr2[0][1](9, 4), arr2[1][1](1, 1)));
    return choose('-')(50, 8);
}
