// Array and function parameters adjusted to pointers, static bounds, const and volatile elements.
#include <stdio.h>
#include <string.h>

static int sum_static(const int a[static 4])
{
    return a[0] + a[1] * 10 + a[2] * 100 + a[3] * 1000;
}
static void fill(int n, int a[], int (*gen)(int))
{
    for (int i = 0; i < n; i++)
        a[i] = gen(i);
}
static int apply(int f(int), int x) { return f(f(x)); }
static int sq(int x) { return x * x; }
static int plus3(int x) { return x + 3; }
static void shift(char s[const], int by)
{
    for (char *p = s; *p; p++)
        *p = (char)(*p + by);
}
static int cols(int m[][4], int rows, int col)
{
    int t = 0;
    for (int i = 0; i < rows; i++)
        t = t * 10 + m[i][col];
    return t;
}
static int modify_param(int a, char c, double d, const char *s)
{
    a += 5;
    c++;
    d *= 2;
    s += 2;
    return a * 100 + c + (int)d + s[0];
}
static void minmax(const int *a, int n, int *min, int *max)
{
    *min = *max = a[0];
    while (--n > 0) {
        if (a[n] < *min) *min = a[n];
        if (a[n] > *max) *max = a[n];
    }
}
static int main_like(int argc, char *argv[])
{
    int n = 0;
    while (*argv)
        n += (int)strlen(*argv++);
    return n * 10 + argc;
}

int main(void)
{
    int a[6], lo, hi;
    fill(6, a, sq);
    printf("%d\n", sum_static(a + 2));
    fill(3, &a[1], plus3);
    for (int i = 0; i < 6; i++)
        printf("%d ", a[i]);
    printf("\n%d %d\n", apply(sq, 3), apply(plus3, 3));
    char text[] = "HAL";
    shift(text, 1);
    printf("%s\n", text);
    int m[3][4] = { { 1, 2, 3, 4 }, { 5, 6, 7, 8 }, { 9, 1, 2, 3 } };
    printf("%d %d\n", cols(m, 3, 0), cols(m + 1, 2, 3));
    int v = 1;
    printf("%d %d\n", modify_param(v, 'a', 2.75, "xyz"), v);
    minmax(a, 6, &lo, &hi);
    printf("%d %d\n", lo, hi);
    char *args[] = { "prog", "-x", "file", NULL };
    printf("%d\n", main_like(3, args));
    return hi;
}
