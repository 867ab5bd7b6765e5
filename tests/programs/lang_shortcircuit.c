// Short-circuit evaluation of && and || with observable side effects.
#include <stdio.h>

static unsigned trace;
static int t(int n, int result)
{
    trace = trace * 7 + (unsigned)n;
    printf("<%d>", n);
    return result;
}

static double td(double x)
{
    printf("<%g>", x);
    return x;
}

int main(void)
{
    int r;
    r = t(1, 0) && t(2, 1);
    printf(" %d\n", r);
    r = t(1, 5) && t(2, -1);
    printf(" %d\n", r);
    r = t(1, 0) || t(2, 0) || t(3, 9) || t(4, 1);
    printf(" %d\n", r);
    r = (t(1, 1) || t(2, 1)) && (t(3, 0) || t(4, 0)) && t(5, 1);
    printf(" %d\n", r);
    r = t(1, 1) || (t(2, 1) && t(3, 1));
    printf(" %d\n", r);
    r = !t(1, 0) && !(t(2, 0) || t(3, 0));
    printf(" %d\n", r);
    r = td(0.0) || td(-0.0) || td(0.5);
    printf(" %d\n", r);

    int *null = NULL, x = 3;
    if (null && *null > 0)
        printf("impossible\n");
    if (!null || *null)
        x++;
    printf("%d\n", x);

    int i = 0, n = 0;
    while (i < 10 && (n += i) < 20)
        i++;
    printf("%d %d\n", i, n);
    int a = 1, b = 2;
    (void)(a++ > 1 && b++);
    (void)(a++ > 1 && b++);
    (void)(a++ > 1 || b++);
    printf("%d %d\n", a, b);
    int arr[3] = { (a && b), (a || !b), (!a && b) };
    printf("%d%d%d %d\n", arr[0], arr[1], arr[2], (a && b) + (a || b) * 2);
    printf("trace %u\n", trace);
    return (int)(trace % 100);
}
