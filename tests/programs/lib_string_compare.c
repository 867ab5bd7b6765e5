// strcmp, strncmp, memcmp sign, strcoll, strcasecmp; unsigned char comparison.
#include <stdio.h>
#include <string.h>
#include <strings.h>

static int sign(int x) { return (x > 0) - (x < 0); }

int main(void)
{
    static const char *const words[] = { "", "a", "A", "ab", "abc", "abd", "b", "\x80", "\xff",
                                         "abc\x80", "Abc", "zebra" };
    enum { N = sizeof words / sizeof *words };

    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++)
            printf("%2d", sign(strcmp(words[i], words[j])));
        printf(" |");
        for (int j = 0; j < N; j++)
            printf("%2d", sign(strncmp(words[i], words[j], 2)));
        printf(" |");
        for (int j = 0; j < N; j++)
            printf("%2d", sign(strcasecmp(words[i], words[j])));
        printf("\n");
    }
    printf("%d %d %d\n", strncmp("abc", "xyz", 0), sign(strncmp("abc", "abd", 3)), strncmp("abc", "abcdef", 3));
    printf("%d %d\n", strncasecmp("HELLO", "help", 3), sign(strncasecmp("HELLO", "help", 4)));
    static const unsigned char a[] = { 1, 2, 0, 200, 5 }, b[] = { 1, 2, 0, 100, 5 };
    for (size_t n = 0; n <= 5; n++)
        printf("%d %d ", sign(memcmp(a, b, n)), sign(memcmp(b, a, n)));
    printf("\n");
    int x = 256, y = 1;
    printf("%d\n", sign(memcmp(&x, &y, sizeof x)));     /* little endian: low byte first */
    double d1 = 0.0, d2 = -0.0;
    printf("%d %d\n", d1 == d2, memcmp(&d1, &d2, sizeof d1) == 0);
    printf("%d %d\n", sign(strcoll("abc", "abd")), sign(strcoll("b", "a")));
    char out[8];
    size_t n = strxfrm(out, "xfrm", sizeof out);
    printf("%zu %s\n", n, out);
    struct { char name[8]; } s1 = { "same" }, s2 = { "same" };
    printf("%d\n", memcmp(&s1, &s2, sizeof s1));
    return sign(strcmp("b", "a")) + 10;
}
