// snprintf truncation and return values, sprintf, appending, vsnprintf wrappers.
#include <stdio.h>
#include <stdarg.h>
#include <string.h>
#include <stdlib.h>

static char *format(const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    int n = vsnprintf(NULL, 0, fmt, ap);
    va_end(ap);
    char *s = malloc((size_t)n + 1);
    if (!s)
        exit(1);
    va_start(ap, fmt);
    vsprintf(s, fmt, ap);
    va_end(ap);
    return s;
}

static int say(const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    int n = vprintf(fmt, ap);
    va_end(ap);
    va_start(ap, fmt);
    n += vfprintf(stdout, fmt, ap);
    va_end(ap);
    return n;
}

int main(void)
{
    char buf[16];
    for (size_t size = 0; size <= 12; size += 3) {
        memset(buf, '#', sizeof buf);
        int n = snprintf(buf, size, "value=%d", 1234);
        printf("%zu %d ", size, n);
        for (size_t i = 0; i < sizeof buf; i++)
            putchar(buf[i] ? buf[i] : '0');
        putchar('\n');
    }
    printf("%d\n", snprintf(NULL, 0, "%s-%5.1f-%x", "measure", 2.25, 255));
    int used = 0;
    char line[40];
    for (int i = 0; used < (int)sizeof line - 6; i++)
        used += sprintf(line + used, "%d;", i * i * 7);
    printf("%s %d\n", line, used);
    char *s = format("%s|%08.3f|%+d|%c|%lld", "dyn", 3.14159, 5, 'k', 1LL << 50);
    printf("%s %zu\n", s, strlen(s));
    free(s);
    s = format("%500s|", "wide");
    printf("%zu %s\n", strlen(s), s + 490);
    free(s);
    int n = say("<%d %s %g>\n", 9, "nine", 0.9);
    printf("%d\n", n);
    n = snprintf(buf, sizeof buf, "%.*s", 3, "abcdef");
    printf("%s %d\n", buf, n);
    return n + used;
}
