// assert with true conditions and side effects, NDEBUG re-inclusion, static_assert.
#include <stdio.h>
#include <assert.h>

static int evaluations;
static int truth(int v)
{
    evaluations++;
    return v;
}

static_assert(sizeof(char) == 1, "char is one byte");
static_assert(-1 >> 1 == -1, "arithmetic shift");

static double checked_div(double a, double b)
{
    assert(b != 0 && "division by zero");
    return a / b;
}

#define NDEBUG
#include <assert.h>
static int unchecked(int v)
{
    assert(truth(0));
    return v + 1;
}
#undef NDEBUG
#include <assert.h>

int main(void)
{
    int a[4] = { 1, 2, 3, 4 };
    const int *p = a;

    assert(p);
    assert(truth(1));
    assert(truth(-5) && truth(2));
    assert(0.5);
    assert((truth(0), 2) == 2 || truth(0));
    for (int i = 0; i < 4; i++)
        assert(a[i] == i + 1);
    if (a[0] == 1)
        assert(a[1] == 2);
    else
        printf("never\n");
    printf("%d\n", evaluations);
    printf("%g\n", checked_div(7, 2));
    printf("%d %d\n", unchecked(4), evaluations);
    int v = (assert(a[3] > a[2]), 12);
    printf("%d\n", v);
    return v + evaluations;
}
