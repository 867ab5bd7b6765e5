// Compound assignment operators with mixed types and side effects evaluated once.
#include <stdio.h>

static int calls;
static int *pick(int *a, int i)
{
    calls++;
    return a + i;
}

int main(void)
{
    int arr[5] = { 10, 20, 30, 40, 50 };
    int i = 0;

    arr[i++] += 5;
    arr[i++] -= 3;
    arr[i++] *= 2;
    arr[i++] /= 7;
    arr[i++] %= 8;
    for (int k = 0; k < 5; k++)
        printf("%d ", arr[k]);
    printf("i=%d\n", i);
    *pick(arr, 2) <<= 3;
    *pick(arr, 2) |= 7;
    *pick(arr, 2) &= ~2;
    *pick(arr, 2) ^= 0x55;
    *pick(arr, 2) >>= 1;
    printf("%d calls=%d\n", arr[2], calls);

    unsigned char uc = 250;
    uc -= 10.7;
    printf("%d\n", uc);
    int n = 7;
    n *= 1.5;
    printf("%d\n", n);
    n += 2147483000LL - 2147482990LL;
    printf("%d\n", n);
    float f = 1.0f;
    f += 1e-8;
    printf("%a\n", f);
    double d = 10;
    d /= 4;
    d -= n;
    printf("%.17g\n", d);
    long long big = 5;
    big -= 10u;
    printf("%lld\n", big);
    unsigned u = 5;
    u -= 10;
    printf("%u\n", u);
    char text[] = "abcdef", *p = text;
    p += 4;
    p -= 1L;
    *p += 'A' - 'a';
    printf("%s %td\n", text, p - text);
    int a, b, c;
    a = b = c = 9;
    a += b -= c *= 2;
    printf("%d %d %d\n", a, b, c);
    short s = 100;
    int r = (s *= 1000);
    printf("%d %d\n", s, r);
    return calls;
}
