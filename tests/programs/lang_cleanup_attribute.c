// cleanup attribute: scope exit, break, continue, goto, return; order of cleanups.
#include <stdio.h>
#include <stdlib.h>

static int log_sum;
static void leave(int *p)
{
    printf("~%d ", *p);
    log_sum = log_sum * 3 + *p;
}
static void free_buf(char **p)
{
    printf("free(%s) ", *p);
    free(*p);
}
#define GUARD __attribute__((cleanup(leave))) int

static int early(int n)
{
    GUARD a = 1;
    if (n == 0)
        return a;
    GUARD b = 2;
    if (n == 1)
        return a * 10 + b;
    {
        GUARD c = 3;
        b += c;
    }
    a += 100;
    return a + b;           /* value is computed before the cleanups run */
}

static int loops(void)
{
    int count = 0;
    for (int i = 0; i < 5; i++) {
        GUARD g = i * 10;
        if (i == 1)
            continue;
        if (i == 3)
            break;
        count += g;
    }
    int tries = 0;
again:;
    GUARD t = 700 + tries;
    if (++tries < 3)
        goto again;
    return count;
}

static size_t with_heap(const char *text)
{
    __attribute__((cleanup(free_buf))) char *p = malloc(32);
    if (!p)
        exit(2);
    return (size_t)snprintf(p, 32, "<%s>", text);
}

int main(void)
{
    for (int i = 0; i < 3; i++)
        printf("= %d\n", early(i));
    printf("= %d\n", loops());
    printf("= %zu\n", with_heap("heap"));
    switch (log_sum & 1) {
    default: {
        GUARD s = 5;
        printf("in switch %d ", s);
    }
    }
    printf("\n%d\n", log_sum);
    GUARD last = 99;
    return ({ GUARD in = 42; in; });
}
