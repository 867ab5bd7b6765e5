// malloc, calloc, realloc growth and shrink, aligned_alloc, free(NULL), contents preserved.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>

static unsigned hash(const unsigned char *p, size_t n)
{
    unsigned h = 0;
    while (n--)
        h = h * 131 + *p++;
    return h;
}

int main(void)
{
    int *z = calloc(100, sizeof *z);
    if (!z)
        return 1;
    int nonzero = 0;
    for (int i = 0; i < 100; i++)
        nonzero += z[i] != 0;
    printf("%d\n", nonzero);

    unsigned char *p = malloc(1);
    size_t cap = 1, n = 0;
    for (int i = 0; i < 5000; i++) {
        if (n == cap) {
            cap = cap * 3 / 2 + 1;
            unsigned char *q = realloc(p, cap);
            if (!q)
                return 2;
            p = q;
        }
        p[n++] = (unsigned char)(i * i >> 3);
    }
    printf("%zu %zu %u\n", n, cap, hash(p, n));
    p = realloc(p, 100);
    printf("%u\n", hash(p, 100));
    unsigned char *fresh = realloc(NULL, 10);
    memset(fresh, 7, 10);
    printf("%u\n", hash(fresh, 10));
    free(fresh);
    free(p);
    free(z);
    free(NULL);

    void *blocks[64];
    int bad = 0;
    for (int i = 0; i < 64; i++) {
        size_t size = (size_t)(i * 37 % 501 + 1);
        blocks[i] = malloc(size);
        bad += (uintptr_t)blocks[i] % sizeof(void *) != 0;
        memset(blocks[i], i, size);
    }
    for (int i = 1; i < 64; i += 2)
        free(blocks[i]);
    unsigned h = 0;
    for (int i = 0; i < 64; i += 2) {
        h = h * 7 + hash(blocks[i], (size_t)(i * 37 % 501 + 1));
        free(blocks[i]);
    }
    printf("%d %u\n", bad, h);
    for (size_t align = 16; align <= 4096; align *= 4) {
        char *a = aligned_alloc(align, align * 2);
        memset(a, 1, align * 2);
        printf("%d%d ", (int)((uintptr_t)a % align), a[align]);
        free(a);
    }
    printf("\n");
    return (int)(h % 90);
}
