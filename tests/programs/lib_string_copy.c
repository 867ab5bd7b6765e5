// strcpy, strncpy padding, strcat, strncat, stpcpy, strdup, strndup, memcpy, mempcpy-free copies.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void dump(const char *label, const char *p, size_t n)
{
    printf("%s:", label);
    for (size_t i = 0; i < n; i++)
        printf(" %02x", (unsigned char)p[i]);
    printf("\n");
}

int main(void)
{
    char buf[12];

    memset(buf, '#', sizeof buf);
    char *r = strcpy(buf, "hello");
    printf("%d ", r == buf);
    dump("strcpy", buf, sizeof buf);
    memset(buf, '#', sizeof buf);
    strncpy(buf, "abc", 8);
    dump("strncpy pad", buf, sizeof buf);
    memset(buf, '#', sizeof buf);
    strncpy(buf, "abcdefghij", 4);
    dump("strncpy cut", buf, sizeof buf);
    strncpy(buf, "", 2);
    dump("strncpy empty", buf, sizeof buf);
    strcpy(buf, "");
    strcat(buf, "ab");
    strcat(buf, "");
    strcat(buf, "cd");
    printf("%s\n", buf);
    strncat(buf, "efghijkl", 3);
    printf("%s %zu\n", buf, strlen(buf));
    strncat(buf, "xyz", 0);
    strncat(buf, "z", 10);
    printf("%s\n", buf);
    char *e = stpcpy(stpcpy(buf, "one"), "two");
    printf("%s %td %d\n", buf, e - buf, *e);
    memcpy(buf + 1, "MEM", 3);
    printf("%s\n", buf);
    char *d = strdup("duplicate"), *n = strndup("duplicate", 3), *m = strndup("ab", 10);
    if (!d || !n || !m)
        return 1;
    d[0] = 'D';
    printf("%s %s %s %zu\n", d, n, m, strlen(n));
    free(d);
    free(n);
    free(m);
    int ints[4] = { 1, 2, 3, 4 }, copy[4];
    memcpy(copy, ints, sizeof ints);
    memset(ints, 0xff, 2 * sizeof *ints);
    printf("%d %d %d %d\n", copy[0] + copy[3], ints[0], ints[1], ints[2]);
    printf("%zu %zu %zu\n", strnlen("abcdef", 4), strnlen("ab", 4), strlen(""));
    return (int)strlen("seventeen chars!!");
}
