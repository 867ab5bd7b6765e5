// Pointer arithmetic, comparison and difference within arrays, one-past-the-end, negative indices.
#include <stdio.h>
#include <stddef.h>
#include <stdint.h>

struct rec { char tag; double v; short s; };

static int bsearch_ptr(const int *lo, const int *hi, int key)
{
    const int *base = lo;
    while (lo < hi) {
        const int *mid = lo + (hi - lo) / 2;
        if (*mid < key)
            lo = mid + 1;
        else
            hi = mid;
    }
    return (int)(lo - base);
}

static void reverse(char *s)
{
    char *e = s;
    while (*e)
        e++;
    while (e - s > 1) {
        char t = *s;
        *s++ = *--e;
        *e = t;
    }
}

int main(void)
{
    int a[12];
    for (int i = 0; i < 12; i++)
        *(a + i) = i * i - 3;
    int *p = a + 4, *end = a + 12;
    printf("%d %d %d %d\n", p[-2], *(p - 1), 3[p], *&p[2]);
    printf("%td %td %d %d %d\n", end - p, a - p, p < end, p >= &a[4], a == &*a);
    unsigned char k = 3;
    long long off = -2;
    printf("%d %d %d\n", p[k], p[off], *(p + k + off));
    printf("%d %d %d\n", bsearch_ptr(a, end, 46), bsearch_ptr(a, end, 1000), bsearch_ptr(a, end, -100));
    char text[] = "reversible", one[] = "x", empty[] = "";
    reverse(text);
    reverse(one);
    reverse(empty);
    printf("%s %s [%s]\n", text, one, empty);

    struct rec rs[5] = { { 'a', 1.5, 1 }, { 'b', 2.5, 2 }, { 'c', 3.5, 3 }, { 'd', 4.5, 4 }, { 'e', 5.5, 5 } };
    struct rec *r = rs;
    r += 3;
    printf("%c %g %td\n", r->tag, (r - 2)->v, &rs[4] - r);
    ptrdiff_t bytes = (char *)&rs[4] - (char *)rs;
    printf("%d\n", bytes == 4 * (ptrdiff_t)sizeof(struct rec));
    double *dp = (double *)((char *)&rs[2] + offsetof(struct rec, v));
    *dp = -*dp;
    printf("%g\n", rs[2].v);
    void *vp = rs;
    struct rec *back = vp;
    printf("%d %c\n", back == rs, ((struct rec *)((char *)vp + sizeof(struct rec)))->tag);
    uintptr_t u1 = (uintptr_t)&a[1], u3 = (uintptr_t)&a[3];
    printf("%d %d\n", (int)(u3 - u1), *(int *)(u1 + sizeof(int)));
    int sum = 0;
    for (int *q = end; q != a;)
        sum = sum * 2 + *--q;
    printf("%d\n", sum);
    const int *null = NULL;
    printf("%d %d\n", null == 0, !null);
    return (int)(end - a);
}
