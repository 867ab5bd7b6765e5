/* Right triangles with whole sides whose area is their perimeter, as numbers. */
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);

struct triangle {
  unsigned long a, b, c;
};

static int is_right(const struct triangle *t) {
  return t->a * t->a + t->b * t->b == t->c * t->c;
}

int main(void) {
  struct triangle t;
  t.a = __VERIFIER_nondet_uint();
  t.b = __VERIFIER_nondet_uint();
  t.c = __VERIFIER_nondet_uint();

  if (t.a == 0 || t.a > t.b || t.b > t.c) {
    return 0;
  }
  unsigned long twice_area = t.a * t.b;
  unsigned long perimeter = t.a + t.b + t.c;
  if (is_right(&t)) {
    assert(twice_area != 2 * perimeter);
  }
  return 0;
}
