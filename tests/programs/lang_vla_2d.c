// Two- and three-dimensional VLAs, VLA parameters and pointers to VLAs.
#include <stdio.h>
#include <stdlib.h>

static void fill(int rows, int cols, int m[rows][cols], int seed)
{
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++)
            m[i][j] = seed + i * cols + j;
}

static long long trace(int n, int (*m)[n])
{
    long long t = 0;
    for (int i = 0; i < n; i++)
        t += m[i][i];
    return t;
}

static void multiply(int n, int k, int p, int a[n][k], int b[k][p], int c[n][p])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < p; j++) {
            c[i][j] = 0;
            for (int x = 0; x < k; x++)
                c[i][j] += a[i][x] * b[x][j];
        }
}

static double cube(int a, int b, int c)
{
    double v[a][b][c], total = 0;
    for (int i = 0; i < a; i++)
        for (int j = 0; j < b; j++)
            for (int k = 0; k < c; k++)
                v[i][j][k] = i * 100 + j * 10 + k + 0.5;
    double (*slab)[b][c] = &v[a - 1];
    for (int j = 0; j < b; j++)
        total += (*slab)[j][c - 1];
    printf("%zu %zu %zu ", sizeof v, sizeof v[0], sizeof *slab[0]);
    return total;
}

int main(void)
{
    int n = 3, k = 4, p = 5;
    int a[n][k], b[k][p], c[n][p];
    fill(n, k, a, 1);
    fill(k, p, b, -7);
    multiply(n, k, p, a, b, c);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < p; j++)
            printf("%d ", c[i][j]);
        printf("\n");
    }
    int sq[p][p];
    fill(p, p, sq, 100);
    printf("%lld %lld\n", trace(p, sq), trace(3, (int (*)[3])sq));
    printf("%g\n", cube(2, 3, 4));
    int (*heap)[k + 1] = malloc((size_t)n * sizeof *heap);
    if (!heap)
        return 1;
    fill(n, k + 1, heap, 1000);
    printf("%d %d %zu %td\n", heap[2][4], *heap[1], sizeof *heap, &heap[2][4] - heap[2]);
    free(heap);
    printf("%zu %zu\n", sizeof a, sizeof a[0]);
    return (int)sizeof c;
}
