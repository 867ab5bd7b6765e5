// Radix-2 FFT with double _Complex, roots of unity by recurrence, inverse and convolution.
#include <stdio.h>
#include <complex.h>
#include <math.h>

enum { N = 16 };
typedef double _Complex cplx;

/* square roots of unity by repeated half-angle formulas: only sqrt is used */
static cplx root(int n)
{
    cplx w = -1;
    for (int k = 2; k < n; k *= 2)
        w = sqrt((1 + creal(w)) / 2) + I * sqrt((1 - creal(w)) / 2);
    return w;
}

static void fft(cplx *a, int n, int stride, cplx *out, int inverse)
{
    if (n == 1) {
        out[0] = a[0];
        return;
    }
    fft(a, n / 2, stride * 2, out, inverse);
    fft(a + stride, n / 2, stride * 2, out + n / 2, inverse);
    cplx w = 1, step = inverse ? root(n) : conj(root(n));
    for (int k = 0; k < n / 2; k++, w *= step) {
        cplx e = out[k], o = w * out[k + n / 2];
        out[k] = e + o;
        out[k + n / 2] = e - o;
    }
}

int main(void)
{
    cplx x[N], y[N], z[N];
    for (int i = 0; i < N; i++)
        x[i] = (i * 5 % 7) - 2 + I * (i % 3);
    fft(x, N, 1, y, 0);
    for (int i = 0; i < N; i++)
        printf("%.10f %.10f\n", creal(y[i]) + 1e-13, cimag(y[i]) + 1e-13);
    fft(y, N, 1, z, 1);
    double err = 0, energy = 0;
    for (int i = 0; i < N; i++) {
        err += cabs(z[i] / N - x[i]);
        energy += creal(x[i] * conj(x[i]));
    }
    printf("%d %g\n", err < 1e-12, energy);
    cplx a[N] = { 1, 2, 3 }, b[N] = { 4, 5, 6, 7 }, fa[N], fb[N];
    fft(a, N, 1, fa, 0);
    fft(b, N, 1, fb, 0);
    for (int i = 0; i < N; i++)
        fa[i] *= fb[i];
    fft(fa, N, 1, fb, 1);
    int code = 0;
    for (int i = 0; i < 6; i++) {
        int v = (int)floor(creal(fb[i]) / N + 0.5);
        printf("%d ", v);
        code += v;
    }
    printf("\n");
    return code / 2;
}
