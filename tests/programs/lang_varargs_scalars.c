// Variable arguments: every scalar kind, many arguments beyond the registers, promotions.
#include <stdio.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

static long long total(int n, ...)
{
    va_list ap;
    long long t = 0;
    va_start(ap, n);
    for (int i = 0; i < n; i++)
        t = t * 3 + va_arg(ap, int);
    va_end(ap);
    return t;
}

static double dtotal(int n, ...)
{
    va_list ap;
    double t = 0;
    va_start(ap, n);
    while (n-- > 0)
        t = t / 2 + va_arg(ap, double);
    va_end(ap);
    return t;
}

static void show(const char *f, ...)
{
    va_list ap;
    va_start(ap, f);
    for (; *f; f++)
        switch (*f) {
        case 'i': printf("i%d ", va_arg(ap, int)); break;
        case 'u': printf("u%u ", va_arg(ap, unsigned)); break;
        case 'l': printf("l%ld ", va_arg(ap, long)); break;
        case 'L': printf("L%lld ", va_arg(ap, long long)); break;
        case 'd': printf("d%.17g ", va_arg(ap, double)); break;
        case 's': printf("s%s ", va_arg(ap, const char *)); break;
        case 'p': printf("p%d ", *va_arg(ap, int *)); break;
        case 'z': printf("z%zu ", va_arg(ap, size_t)); break;
        case 'f': printf("f%d ", va_arg(ap, int (*)(int))(5)); break;
        }
    va_end(ap);
    printf("\n");
}

static int triple(int x) { return 3 * x; }

int main(void)
{
    int k = 1234;
    char c = -3;
    unsigned char uc = 253;
    short s = -300;
    float f = 0.1f;
    _Bool b = 9;

    printf("%lld\n", total(20, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20));
    printf("%lld %lld\n", total(0), total(1, -9));
    printf("%.17g\n", dtotal(12, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.5));
    show("iiiid", c, uc, s, b, f);
    show("iLiLiLiLl", 1, 1LL << 40, 2, -1LL, 3, INT64_MIN, 4, 0x123456789LL, -5L);
    show("didididididididididi", 1.5, 1, 2.5, 2, 3.5, 3, 4.5, 4, 5.5, 5, 6.5, 6, 7.5, 7, 8.5, 8, 9.5, 9, 0.1, 10);
    show("spzfupsL", "text", &k, sizeof(int), triple, ~0u, &k, "end", 7LL);
    show("");
    return (int)total(3, 1, 2, 3);
}
