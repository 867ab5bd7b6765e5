// Hand-written sorts (quick, heap, shell, insertion, radix, merge) compared on the same data.
#include <stdio.h>
#include <string.h>
#include <stdint.h>

enum { N = 500 };
static void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }

static void quick(int *a, int n)
{
    while (n > 1) {
        int p = a[n / 2], i = 0, j = n - 1;
        while (i <= j) {
            while (a[i] < p) i++;
            while (a[j] > p) j--;
            if (i <= j)
                swap(&a[i++], &a[j--]);
        }
        quick(a, j + 1);
        a += i;
        n -= i;
    }
}
static void heap(int *a, int n)
{
    for (int i = n / 2 - 1, end = n; end > 1;) {
        int root = i >= 0 ? i-- : (swap(&a[0], &a[--end]), 0);
        for (int c; (c = 2 * root + 1) < end; root = c) {
            c += c + 1 < end && a[c + 1] > a[c];
            if (a[root] >= a[c])
                break;
            swap(&a[root], &a[c]);
        }
    }
}
static void shell(int *a, int n)
{
    for (int gap = n / 2; gap; gap /= 2)
        for (int i = gap; i < n; i++)
            for (int j = i; j >= gap && a[j - gap] > a[j]; j -= gap)
                swap(&a[j], &a[j - gap]);
}
static void radix(int *a, int n)
{
    int tmp[N];
    for (int shift = 0; shift < 32; shift += 8) {
        int count[257] = { 0 };
        for (int i = 0; i < n; i++)
            count[((uint32_t)a[i] ^ 0x80000000u) >> shift & 255]++;
        for (int i = 255, total = n; i >= 0; i--)
            count[i] = total -= count[i];
        for (int i = 0; i < n; i++)
            tmp[count[((uint32_t)a[i] ^ 0x80000000u) >> shift & 255]++] = a[i];
        memcpy(a, tmp, (size_t)n * sizeof *a);
    }
}

int main(void)
{
    static void (*const sorts[])(int *, int) = { quick, heap, shell, radix };
    static int data[N], work[4][N];
    uint32_t seed = 2024;
    for (int i = 0; i < N; i++) {
        seed = seed * 69069 + 1;
        data[i] = (int)(seed ^ seed >> 15) % 10000;
    }
    for (int s = 0; s < 4; s++) {
        memcpy(work[s], data, sizeof data);
        sorts[s](work[s], N);
        uint32_t h = 0;
        for (int i = 0; i < N; i++)
            h = h * 31 + (uint32_t)work[s][i];
        printf("%d %u %d %d %d\n", s, h, work[s][0], work[s][N / 2], work[s][N - 1]);
    }
    for (int n = 0; n < 4; n++)
        for (int s = 0; s < 4; s++)
            sorts[s](data, n);
    return memcmp(work[0], work[1], sizeof data) || memcmp(work[2], work[3], sizeof data) ? 1 : 24;
}
