// Duff's device and other jumps into loop bodies through switch.
#include <stdio.h>
#include <string.h>

static void duff_copy(char *to, const char *from, int count)
{
    int n = (count + 7) / 8;
    if (count <= 0)
        return;
    switch (count % 8) {
    case 0: do { *to++ = *from++; /* fall through */
    case 7:      *to++ = *from++; /* fall through */
    case 6:      *to++ = *from++; /* fall through */
    case 5:      *to++ = *from++; /* fall through */
    case 4:      *to++ = *from++; /* fall through */
    case 3:      *to++ = *from++; /* fall through */
    case 2:      *to++ = *from++; /* fall through */
    case 1:      *to++ = *from++;
            } while (--n > 0);
    }
}

/* a coroutine in the style of protothreads: resumes after the last yield */
struct gen { int state, i, j; };
#define BEGIN(g) switch ((g)->state) { case 0:
#define YIELD(g, v) do { (g)->state = __LINE__; return (v); case __LINE__:; } while (0)
#define END(g) } (g)->state = -1; return -1

static int next(struct gen *g)
{
    BEGIN(g);
    for (g->i = 1; g->i < 4; g->i++) {
        for (g->j = 0; g->j < g->i; g->j++)
            YIELD(g, g->i * 10 + g->j);
        YIELD(g, 1000 + g->i);
    }
    YIELD(g, 7777);
    END(g);
}

int main(void)
{
    char src[64], dst[64];
    for (int i = 0; i < 64; i++)
        src[i] = (char)('0' + i % 75);
    unsigned hash = 5381;
    for (int n = 0; n <= 40; n++) {
        memset(dst, '.', sizeof dst);
        duff_copy(dst, src, n);
        for (int i = 0; i < 64; i++)
            hash = hash * 33 + (unsigned char)dst[i];
        if (n % 9 == 0)
            printf("%d %.45s\n", n, dst);
    }
    printf("%u\n", hash);
    struct gen a = { 0 }, b = { 0 };
    int v, steps = 0;
    while ((v = next(&a)) != -1) {
        printf("%d ", v);
        if (++steps % 2)
            printf("(%d) ", next(&b));
    }
    printf("\n%d %d %d\n", steps, next(&a), b.i);
    return steps;
}
