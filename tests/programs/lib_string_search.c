// strchr, strrchr, strstr, strpbrk, strspn, strcspn, memchr and their edge cases.
#include <stdio.h>
#include <string.h>

static long at(const char *base, const char *p) { return p ? (long)(p - base) : -1; }

static int count(const char *hay, const char *needle)
{
    int n = 0;
    for (const char *p = hay; (p = strstr(p, needle)) != NULL; p++)
        n++;
    return n;
}

int main(void)
{
    const char *s = "the quick brown fox jumps over the lazy dog";
    printf("%ld %ld %ld %ld\n", at(s, strchr(s, 't')), at(s, strchr(s, 'z')), at(s, strchr(s, '!')),
           at(s, strchr(s, '\0')));
    printf("%ld %ld %ld %ld\n", at(s, strrchr(s, 't')), at(s, strrchr(s, 'o')), at(s, strrchr(s, '!')),
           at(s, strrchr(s, '\0')));
    printf("%ld\n", at(s, strchr(s, 'q' + 256)));       /* converted to char */
    printf("%ld %ld %ld %ld\n", at(s, strstr(s, "the")), at(s, strstr(s + 1, "the")), at(s, strstr(s, "")),
           at(s, strstr(s, "cat")));
    printf("%ld %ld\n", at(s, strstr(s, "dog")), at(s, strstr(s, "dogs")));
    printf("%d %d %d\n", count("aaaaaa", "aa"), count("abababa", "aba"), count("x", "xx"));
    printf("%ld %ld\n", at(s, strpbrk(s, "xyz")), at(s, strpbrk(s, "0123")));
    printf("%zu %zu %zu\n", strspn("112233abc", "321"), strspn("abc", ""), strspn("", "abc"));
    printf("%zu %zu %zu\n", strcspn("hello, world", " ,"), strcspn("abc", ""), strcspn("abc", "a"));

    static const unsigned char bytes[] = { 5, 0, 255, 128, 0, 7 };
    for (int v = -1; v < 300; v += 32) {
        const unsigned char *p = memchr(bytes, v, sizeof bytes);
        printf("%d:%ld ", v, p ? (long)(p - bytes) : -1);
    }
    printf("\n");
    printf("%d %d\n", memchr(bytes, 7, 5) == NULL, memchr(bytes, 5, 0) == NULL);
    char path[] = "/usr/local/lib/file.tar.gz";
    char *base = strrchr(path, '/') + 1, *ext = strchr(base, '.');
    printf("%s %s %s\n", base, ext, strrchr(path, '.'));
    *ext = '\0';
    printf("%s %zu\n", base, strlen(path));
    char high[] = "caf\xc3\xa9";
    printf("%ld %ld\n", at(high, strchr(high, '\xc3')), at(high, strchr(high, 0xa9)));
    return count(s, "o");
}
