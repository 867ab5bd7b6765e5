// Dynamic programming with 2-D VLAs: edit distance, longest common subsequence, knapsack, LIS.
#include <stdio.h>
#include <string.h>

static int min3(int a, int b, int c) { return a < b ? (a < c ? a : c) : (b < c ? b : c); }

static int distance(const char *a, const char *b)
{
    int n = (int)strlen(a), m = (int)strlen(b);
    int d[n + 1][m + 1];
    for (int i = 0; i <= n; i++)
        d[i][0] = i;
    for (int j = 0; j <= m; j++)
        d[0][j] = j;
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++)
            d[i][j] = min3(d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] != b[j - 1]));
    return d[n][m];
}

static int lcs(const char *a, const char *b, char *out)
{
    size_t n = strlen(a), m = strlen(b);
    unsigned char l[n + 1][m + 1];
    memset(l, 0, sizeof l);
    for (size_t i = n; i-- > 0;)
        for (size_t j = m; j-- > 0;)
            l[i][j] = (unsigned char)(a[i] == b[j] ? l[i + 1][j + 1] + 1
                                      : l[i + 1][j] > l[i][j + 1] ? l[i + 1][j] : l[i][j + 1]);
    for (size_t i = 0, j = 0; i < n && j < m;)
        if (a[i] == b[j])
            *out++ = a[i], i++, j++;
        else if (l[i + 1][j] >= l[i][j + 1])
            i++;
        else
            j++;
    *out = '\0';
    return l[0][0];
}

static int knapsack(int n, const int w[n], const int v[n], int cap)
{
    int best[cap + 1];
    memset(best, 0, sizeof best);
    for (int i = 0; i < n; i++)
        for (int c = cap; c >= w[i]; c--)
            if (best[c - w[i]] + v[i] > best[c])
                best[c] = best[c - w[i]] + v[i];
    return best[cap];
}

int main(void)
{
    static const char *const p[][2] = { { "kitten", "sitting" }, { "", "abc" }, { "flaw", "lawn" }, { "same", "same" },
                                        { "intention", "execution" }, { "AGGTABCDGH", "GXTXAYBAEDFHR" } };
    int total = 0;
    for (int i = 0; i < 6; i++) {
        char sub[32];
        int d = distance(p[i][0], p[i][1]), n = lcs(p[i][0], p[i][1], sub);
        printf("%d %d %s\n", d, n, sub);
        total += d;
    }
    static const int w[] = { 12, 2, 1, 4, 1, 7, 9 }, v[] = { 4, 2, 1, 10, 2, 9, 11 };
    for (int cap = 0; cap <= 40; cap += 8)
        printf("%d ", knapsack(7, w, v, cap));
    printf("\n");
    return total;
}
