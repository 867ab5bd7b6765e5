// All ctype.h classification and mapping functions over EOF and 0..255.
#include <stdio.h>
#include <ctype.h>

typedef int pred(int);
static const struct { const char *name; pred *fn; } preds[] = {
    { "isalpha", isalpha }, { "isdigit", isdigit }, { "isalnum", isalnum }, { "isspace", isspace },
    { "isupper", isupper }, { "islower", islower }, { "ispunct", ispunct }, { "isprint", isprint },
    { "isgraph", isgraph }, { "iscntrl", iscntrl }, { "isxdigit", isxdigit }, { "isblank", isblank },
};

static void title(char *s)
{
    int start = 1;
    for (; *s; s++) {
        *s = (char)(start ? toupper((unsigned char)*s) : tolower((unsigned char)*s));
        start = !isalnum((unsigned char)*s);
    }
}

int main(void)
{
    for (unsigned i = 0; i < sizeof preds / sizeof *preds; i++) {
        unsigned h = 0;
        int n = 0, first = -2, last = -2;
        for (int c = -1; c <= 255; c++)
            if (preds[i].fn(c)) {
                h = h * 31 + (unsigned)c;
                n++;
                if (first == -2)
                    first = c;
                last = c;
            }
        printf("%-8s %3d %3d %3d %u\n", preds[i].name, n, first, last, h);
    }
    unsigned up = 0, low = 0;
    for (int c = -1; c <= 255; c++) {
        up = up * 31 + (unsigned)toupper(c);
        low = low * 31 + (unsigned)tolower(c);
    }
    printf("%u %u\n", up, low);
    printf("%d %d %d %d\n", toupper('a'), tolower('Z'), toupper('1'), tolower(EOF) == EOF);
    char s[] = "hELLO wORLD, it's 3PM_now";
    title(s);
    printf("%s\n", s);
    int classes = 0;
    for (const char *p = "a1 \t.Z\n~"; *p; p++) {
        int c = (unsigned char)*p;
        int k = !!isalpha(c) | !!isdigit(c) << 1 | !!isspace(c) << 2 | !!ispunct(c) << 3 | !!isupper(c) << 4;
        printf("%d ", k);
        classes += k;
    }
    printf("\n%d %d\n", isascii('a') != 0, isascii(200) != 0);
    return classes;
}
