// Matrix multiplication, transpose, power and Gaussian elimination in double and integer.
#include <stdio.h>
#include <math.h>

enum { N = 6 };
typedef double mat[N][N];

static void mul(mat out, mat a, mat b)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double s = 0;
            for (int k = 0; k < N; k++)
                s += a[i][k] * b[k][j];
            out[i][j] = s;
        }
}

static double determinant(mat src)
{
    mat a;
    double det = 1;
    for (int i = 0; i < N * N; i++)
        a[i / N][i % N] = src[i / N][i % N];
    for (int c = 0; c < N; c++) {
        int p = c;
        for (int r = c + 1; r < N; r++)
            if (fabs(a[r][c]) > fabs(a[p][c]))
                p = r;
        if (a[p][c] == 0)
            return 0;
        if (p != c) {
            det = -det;
            for (int k = 0; k < N; k++) {
                double t = a[p][k];
                a[p][k] = a[c][k];
                a[c][k] = t;
            }
        }
        det *= a[c][c];
        for (int r = c + 1; r < N; r++) {
            double f = a[r][c] / a[c][c];
            for (int k = c; k < N; k++)
                a[r][k] -= f * a[c][k];
        }
    }
    return det;
}

static unsigned long long fib(unsigned n)
{
    unsigned long long r[2][2] = { { 1, 0 }, { 0, 1 } }, m[2][2] = { { 1, 1 }, { 1, 0 } }, t[2][2];
#define MUL(o, a, b) for (int i = 0; i < 4; i++) o[i / 2][i % 2] = a[i / 2][0] * b[0][i % 2] + a[i / 2][1] * b[1][i % 2]
#define COPY(o, a) for (int i = 0; i < 4; i++) o[i / 2][i % 2] = a[i / 2][i % 2]
    for (; n; n >>= 1) {
        if (n & 1) { MUL(t, r, m); COPY(r, t); }
        MUL(t, m, m);
        COPY(m, t);
    }
    return r[0][1];
}

int main(void)
{
    mat a, b, c;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = (i * 7 + j * 3) % 11 - 4.5;
            b[i][j] = 1.0 / (1 + i + j);
        }
    mul(c, a, b);
    for (int i = 0; i < N; i++)
        printf("%.17g %.17g\n", c[i][i], c[i][N - 1 - i]);
    printf("%.17g %.17g\n", determinant(a), determinant(c));
    mul(b, c, c);
    printf("%a\n", b[2][3]);
    printf("%llu %llu %llu\n", fib(10), fib(90), fib(200));
    return (int)fib(11);
}
