// memmove overlaps in both directions, memset sizes, memcpy of odd lengths and alignments.
#include <stdio.h>
#include <string.h>

static unsigned hash(const void *p, size_t n)
{
    const unsigned char *b = p;
    unsigned h = 2166136261u;
    while (n--)
        h = (h ^ *b++) * 16777619u;
    return h;
}

int main(void)
{
    char s[] = "0123456789abcdefghij";
    memmove(s + 3, s, 10);
    printf("%s\n", s);
    memmove(s, s + 5, 12);
    printf("%s\n", s);
    memmove(s + 1, s + 1, 5);
    memmove(s + 2, s, 0);
    printf("%s\n", s);
    printf("%d\n", memmove(s, s + 1, 1) == s);

    unsigned char buf[256], ref[256];
    unsigned h = 0;
    for (size_t len = 0; len < 70; len += 3)
        for (size_t from = 0; from < 40; from += 7)
            for (size_t to = 0; to < 40; to += 5) {
                for (int i = 0; i < 256; i++)
                    buf[i] = ref[i] = (unsigned char)(i * 7 + 3);
                memmove(buf + to, buf + from, len);
                for (size_t i = 0; i < len; i++)
                    if (buf[to + i] != ref[from + i])
                        return 1;
                h = h * 31 + hash(buf, sizeof buf);
            }
    printf("%u\n", h);
    for (size_t len = 0; len < 40; len++) {
        memset(buf, 0, sizeof buf);
        memset(buf + len % 9, (int)(len * 1000 + 77), len);
        memcpy(buf + 100 + len % 5, buf + len % 3, len);
        h = h * 31 + hash(buf, sizeof buf);
    }
    printf("%u\n", h);
    long vals[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };
    memmove(vals + 1, vals, 7 * sizeof *vals);
    for (int i = 0; i < 8; i++)
        printf("%ld ", vals[i]);
    memmove(vals, vals + 4, 4 * sizeof *vals);
    for (int i = 0; i < 8; i++)
        printf("%ld ", vals[i]);
    printf("\n");
    struct { char c; double d; char t[3]; } x = { 'x', 2.5, "ab" }, y;
    memset(&y, 0, sizeof y);
    memcpy(&y, &x, sizeof x);
    printf("%c %g %s\n", y.c, y.d, y.t);
    void *e = memccpy(buf, "stop:here", ':', 9);
    printf("%.5s %d\n", (char *)buf, (int)((unsigned char *)e - buf));
    return (int)(h & 0x3f);
}
