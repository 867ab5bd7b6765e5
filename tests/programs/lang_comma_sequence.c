// Comma operator, sequence points in full expressions and for-loop headers.
#include <stdio.h>

#define SWAP(a, b) ((a) ^= (b), (b) ^= (a), (a) ^= (b))

static int logn(const char *s, int v)
{
    printf("%s ", s);
    return v;
}

int main(void)
{
    int a = 1, b = 2, c;
    c = (a++, b += a, a * b);
    printf("%d %d %d\n", a, b, c);
    c = logn("first", 1), logn("second", 2);
    printf("%d\n", c);
    c = (logn("first", 1), logn("second", 2));
    printf("%d\n", c);

    for (int i = 0, j = 10; i < j; i++, j -= 2)
        printf("%d:%d ", i, j);
    printf("\n");

    SWAP(a, b);
    printf("%d %d\n", a, b);
    int arr[3] = { (a++, 5), (b--, b), 7 };
    printf("%d %d %d\n", arr[0], arr[1], arr[2]);
    int idx = 0;
    int v = arr[(idx++, idx)];
    printf("%d %d\n", v, idx);
    char text[8], *p = text;
    *p++ = 'o', *p++ = 'k', *p++ = '\0';
    printf("%s %zu\n", text, sizeof((char)0, 1.0));
    unsigned x = 48, y = 36, t;
    while (t = x % y, x = y, y = t, y != 0)
        printf("%u,%u ", x, y);
    printf("gcd %u\n", x);
    int r = logn("cond", 0) ? 1 : (logn("else", 0), 2);
    printf("%d\n", r);
    if (a = 0, b = 5, a < b)
        printf("%d %d\n", a, b);
    return (a++, b++, c + a);
}
