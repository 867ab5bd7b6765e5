// One-dimensional variable length arrays: in loops, in recursion, sizeof with side effects.
#include <stdio.h>
#include <string.h>

static int sum_vla(int n)
{
    int a[n];
    for (int i = 0; i < n; i++)
        a[i] = i * i;
    int total = 0;
    for (int i = 0; i < (int)(sizeof a / sizeof a[0]); i++)
        total += a[i];
    return total;
}

static int depth(int n)
{
    char buf[n + 1];
    memset(buf, 'a' + n % 26, (size_t)n);
    buf[n] = 0;
    return n == 0 ? 0 : (int)strlen(buf) + buf[n - 1] + depth(n - 1);
}

static int reversed(const char *s, char *out)
{
    size_t n = strlen(s);
    char tmp[n + 1];
    for (size_t i = 0; i < n; i++)
        tmp[i] = s[n - 1 - i];
    tmp[n] = '\0';
    strcpy(out, tmp);
    return (int)sizeof tmp;
}

int main(void)
{
    for (int n = 1; n < 50; n += 7)
        printf("%d ", sum_vla(n));
    printf("\n%d\n", depth(30));

    for (int i = 1; i <= 5; i++) {
        short block[i * 2];
        for (int j = 0; j < i * 2; j++)
            block[j] = (short)(i * 10 + j);
        if (i == 3)
            continue;
        printf("%zu %d %d\n", sizeof block, block[0], block[i * 2 - 1]);
    }
    int n = 3;
    size_t s = sizeof(double[n++]);
    printf("%zu %d\n", s, n);
    typedef int row[n];
    n = 100;
    row r;
    printf("%zu %zu\n", sizeof r, sizeof(row));
    memset(r, 1, sizeof r);
    int *end = &r[sizeof r / sizeof *r], acc = 0;
    for (int *p = r; p != end; p++)
        acc ^= *p + (int)(p - r);
    printf("%d\n", acc);
    char out[32];
    int size = reversed("variable length", out);
    printf("%s %d\n", out, size);
    return size;
}
