// Growing string buffer with formatted append, insert, replace-all, reverse and number joining.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdarg.h>

struct sb { char *s; size_t len, cap; int grows; };

static void reserve(struct sb *b, size_t extra)
{
    if (b->len + extra + 1 <= b->cap)
        return;
    while (b->cap < b->len + extra + 1)
        b->cap = b->cap ? b->cap * 2 : 8;
    b->s = realloc(b->s, b->cap);
    if (!b->s)
        exit(3);
    b->grows++;
}
static void insert(struct sb *b, size_t at, const char *t, size_t n)
{
    reserve(b, n);
    memmove(b->s + at + n, b->s + at, b->len - at);
    memcpy(b->s + at, t, n);
    b->len += n;
    b->s[b->len] = '\0';
}
static void add(struct sb *b, const char *t) { insert(b, b->len, t, strlen(t)); }
static void addf(struct sb *b, const char *fmt, ...)
{
    va_list ap, ap2;
    va_start(ap, fmt);
    va_copy(ap2, ap);
    int n = vsnprintf(NULL, 0, fmt, ap);
    va_end(ap);
    reserve(b, (size_t)n);
    b->len += (size_t)vsnprintf(b->s + b->len, b->cap - b->len, fmt, ap2);
    va_end(ap2);
}
static int replace(struct sb *b, const char *from, const char *to)
{
    int n = 0;
    size_t fl = strlen(from), tl = strlen(to), pos = 0;
    for (char *hit; (hit = strstr(b->s + pos, from)) != NULL; n++) {
        pos = (size_t)(hit - b->s);
        memmove(hit, hit + fl, b->len - pos - fl + 1);
        b->len -= fl;
        insert(b, pos, to, tl);
        pos += tl;
    }
    return n;
}

int main(void)
{
    struct sb b = { 0 };
    add(&b, "hello");
    insert(&b, 0, ">> ", 3);
    insert(&b, 5, "[mid]", 5);
    printf("%s %zu %zu\n", b.s, b.len, b.cap);
    addf(&b, ", %d-%s-%.3f-%c", 42, "fmt", 2.0 / 3, 'z');
    printf("%s %zu\n", b.s, b.len);
    for (int i = 0; i < 30; i++)
        addf(&b, "%s%d", i ? "," : ":", i * i * i);
    printf("%s %zu %zu %d\n", b.s, b.len, b.cap, b.grows);
    int n = replace(&b, "7", "<seven>");
    n += replace(&b, ",1", "");
    n += replace(&b, "missing", "x");
    printf("%s %d %zu\n", b.s, n, strlen(b.s) - b.len);
    for (size_t i = 0; i < b.len / 2; i++) {
        char t = b.s[i];
        b.s[i] = b.s[b.len - 1 - i];
        b.s[b.len - 1 - i] = t;
    }
    printf("%.40s\n", b.s);
    free(b.s);
    return n;
}
