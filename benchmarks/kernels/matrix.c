/* Matrix product of doubles. */
extern int __VERIFIER_nondet_int(void);

enum { N = 24 };

static void multiply(double a[N][N], double b[N][N], double c[N][N]) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double sum = 0;
      for (int k = 0; k < N; k++)
        sum += a[i][k] * b[k][j];
      c[i][j] = sum;
    }
}

unsigned kernel(unsigned seed) {
  double a[N][N], b[N][N], c[N][N];
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      a[i][j] = (double)((i * 7 + j + (int)(seed & 15)) % 11);
      b[i][j] = (double)((i + j * 3) % 13) - 6;
    }
  multiply(a, b, c);
  multiply(c, b, a);
  return (unsigned)(long)(a[3][5] + a[N - 1][N - 1]);
}

int main(void) { return (int)(kernel((unsigned)__VERIFIER_nondet_int()) & 127); }
