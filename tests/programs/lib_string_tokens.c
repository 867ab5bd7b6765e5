// strtok and strtok_r tokenising, nested, with changing delimiters; strsep with empty fields.
#include <stdio.h>
#include <string.h>
#include <stdlib.h>

static int words(char *s)
{
    int n = 0;
    for (char *t = strtok(s, " \t\n"); t; t = strtok(NULL, " \t\n")) {
        printf("[%s]", t);
        n++;
    }
    printf(" %d\n", n);
    return n;
}

int main(void)
{
    char a[] = "  the quick\tbrown\n\n fox ", b[] = "", c[] = "   ", d[] = "single";
    int n = words(a) + words(b) + words(c) + words(d);

    char kv[] = "name=widget;size=10,20,30;;color=red;flag";
    char *outer, *inner;
    for (char *f = strtok_r(kv, ";", &outer); f; f = strtok_r(NULL, ";", &outer)) {
        char *key = strtok_r(f, "=", &inner);
        printf("%s:", key);
        for (char *v; (v = strtok_r(NULL, ",", &inner)) != NULL;)
            printf(" <%s>", v);
        printf("\n");
    }

    char change[] = "one,two three,four five";
    printf("%s|", strtok(change, ","));
    printf("%s|", strtok(NULL, " "));
    printf("%s|", strtok(NULL, ","));
    printf("%s|", strtok(NULL, ""));
    printf("%d\n", strtok(NULL, ",") == NULL);

    char csv[] = "a,,b,c,", *rest = csv, *field;
    while ((field = strsep(&rest, ",")) != NULL)
        printf("(%s)", field);
    printf(" %d\n", rest == NULL);

    char expr[] = "12+34-5+600";
    long total = 0;
    char *p = expr;
    int sgn = 1;
    while (*p) {
        total += sgn * strtol(p, &p, 10);
        if (*p)
            sgn = *p++ == '+' ? 1 : -1;
    }
    printf("%ld\n", total);
    for (size_t i = 0; i < sizeof change; i++)
        putchar(change[i] ? change[i] : '_');
    putchar('\n');
    return n;
}
