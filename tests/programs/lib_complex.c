/* Products and quotients of complex numbers, infinities included. */
#include <complex.h>
#include <math.h>
#include <stdio.h>

/* The native helpers compute with 80 bits in 32-bit programs. */
#ifdef __i386__
#define FORMAT "%.12g"
#else
#define FORMAT "%.17g"
#endif

static void show(const char *what, double complex z) {
  printf("%s " FORMAT " " FORMAT "\n", what, creal(z), cimag(z));
}

static void show_float(const char *what, float complex z) {
  printf("%s %.6g %.6g\n", what, crealf(z), cimagf(z));
}

int main(void) {
#ifdef __i386__
  double parts[] = {0.0, 1.0, -3.5, 16.0, 0.5, INFINITY, NAN, -0.25, 3.0};
#else
  double parts[] = {0.0, 1.0, -3.5, 1e300, 1e-300, 1e-310, INFINITY, NAN, 0.1};
#endif
  int n = sizeof parts / sizeof *parts;
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++) {
      double complex a = __builtin_complex(parts[i], parts[k]);
      double complex b = __builtin_complex(parts[(i + 2) % n], parts[(k + 5) % n]);
      double complex p = a * b, q = a / b;
      printf("%d %d ", i, k);
      printf("%d %d ", isnan(creal(p)) != 0, isnan(cimag(p)) != 0);
      printf("%d %d\n", isnan(creal(q)) != 0, isnan(cimag(q)) != 0);
      if (!isnan(creal(p)) && !isnan(cimag(p)))
        show("p", p);
      if (!isnan(creal(q)) && !isnan(cimag(q)))
        show("q", q);
      float complex fa = a, fb = __builtin_complex(2.5f, -0.3f);
      if (isfinite(crealf(fa)) && isfinite(cimagf(fa))) {
        show_float("fp", fa * fb);
        show_float("fq", fa / fb);
      }
    }
  double complex z = __builtin_complex(3.0, -4.0);
  printf("%g %g\n", cabs(z), cabsf((float complex)z));
  show("conj", conj(z));
  printf("%.15g\n", carg(z));
  printf("%g %g\n", fabs(-2.0), (double)fabsf(-2.5f));
  return 0;
}
