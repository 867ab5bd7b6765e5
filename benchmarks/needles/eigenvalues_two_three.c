/* A triangular 2 by 2 matrix with the eigenvalues two and three, read off trace and determinant. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

struct matrix {
  long a, b, c, d;
};

static long trace(const struct matrix *m) {
  return m->a + m->d;
}

static long determinant(const struct matrix *m) {
  return m->a * m->d - m->b * m->c;
}

static long entry(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x >= -1000000 && x <= 1000000);
  return x;
}

int main(void) {
  struct matrix m;
  m.a = entry();
  m.b = entry();
  m.c = entry();
  m.d = entry();

  if (m.c != 0) {
    return 0;
  }
  assert(trace(&m) != 5 || determinant(&m) != 6);
  return 0;
}
