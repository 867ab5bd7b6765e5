// Conditional operator: result types, nesting, GNU omitted operand, void and struct arms.
#include <stdio.h>

struct pt { int x, y; };
static int count;
static int next(void) { return ++count; }
static void left(void) { printf("left "); }
static void right(void) { printf("right "); }

static const char *grade(int n)
{
    return n >= 90 ? "A" : n >= 80 ? "B" : n >= 70 ? "C" : "F";
}

int main(void)
{
    for (int n = 65; n < 100; n += 8)
        printf("%s ", grade(n));
    printf("\n");

    int neg = -1;
    unsigned u = 1;
    printf("%g\n", (double)(count == 0 ? (unsigned)neg : u));
    printf("%g\n", (double)(count == 0 ? neg : (long long)u));
    printf("%g\n", count ? 1 : 2.5);
    printf("%zu %zu\n", sizeof(1 ? 'a' : (char)1), sizeof(0 ? 1 : 1.0f + 1LL));
    printf("%d %d\n", next() ?: 100, 0 ?: 7);
    int v = next() ? next() : -1;
    printf("%d %d\n", v, count);
    v = next() - 4 ?: 99;
    printf("%d %d\n", v, count);

    struct pt a = { 1, 2 }, b = { 3, 4 };
    printf("%d %d\n", (count > 2 ? a : b).x, (count < 2 ? a : b).y);
    int x = 5, y = 6;
    *(x > y ? &x : &y) = 50;
    printf("%d %d\n", x, y);
    for (int i = 0; i < 3; i++)
        i & 1 ? left() : right();
    printf("\n");
    const char *s = count ? "str" : NULL;
    printf("%s %s\n", s ?: "null", (char *)0 ?: "null");
    int (*fn)(void) = count > 100 ? NULL : next;
    printf("%d\n", fn ? fn() : 0);
    printf("%d\n", (x--, y > 1) ? (x++, y++) : 0);
    printf("%d %d\n", x, y);
    int z = x > 5 ? y < 3 ? 1 : 2 : y > 3 ? 3 : 4;
    return z + count;
}
