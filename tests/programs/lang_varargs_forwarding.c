// va_copy, passing va_list to helpers, v*printf forwarding, two passes over the list.
#include <stdio.h>
#include <stdarg.h>
#include <string.h>

static int vmax(int n, va_list ap)
{
    int m = va_arg(ap, int);
    while (--n > 0) {
        int v = va_arg(ap, int);
        if (v > m)
            m = v;
    }
    return m;
}

static double normalised(int n, ...)
{
    va_list ap, again;
    va_start(ap, n);
    va_copy(again, ap);
    int m = vmax(n, ap);
    va_end(ap);
    double s = 0;
    for (int i = 0; i < n; i++)
        s += (double)va_arg(again, int) / m;
    va_end(again);
    return s;
}

static void take_two(va_list *ap, int *a, double *b)
{
    *a = va_arg(*ap, int);
    *b = va_arg(*ap, double);
}

static double by_pointer(int n, ...)
{
    va_list ap;
    double r = 0, b;
    int a;
    va_start(ap, n);
    while (n-- > 0) {
        take_two(&ap, &a, &b);
        r += a * b;
    }
    va_end(ap);
    return r;
}

static char out[256];
static int append(const char *fmt, ...)
{
    size_t used = strlen(out);
    va_list ap, copy;
    va_start(ap, fmt);
    va_copy(copy, ap);
    int need = vsnprintf(NULL, 0, fmt, ap);
    va_end(ap);
    if (used + (size_t)need < sizeof out)
        vsnprintf(out + used, sizeof out - used, fmt, copy);
    va_end(copy);
    return need;
}

int main(void)
{
    printf("%.17g\n", normalised(5, 3, 9, 27, 81, 5));
    printf("%.17g\n", normalised(9, 1, 2, 3, 4, 5, 6, 7, 8, 9));
    printf("%.17g\n", by_pointer(8, 1, 0.1, 2, 0.2, 3, 0.3, 4, 0.4, 5, 0.5, 6, 0.6, 7, 0.7, 8, 0.8));
    int n = append("[%d|%s]", 42, "str");
    n += append("%c%5.2f%lld", 'x', 3.14159, -1LL);
    n += append("%s", "") + append("%%%u", 3000000000u);
    n += append("%d%d%d%d%d%d%d%d%g", 1, 2, 3, 4, 5, 6, 7, 8, 0.5);
    printf("%s %d %zu\n", out, n, strlen(out));
    return n;
}
