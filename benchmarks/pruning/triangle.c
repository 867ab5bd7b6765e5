/* What kind of triangle has these sides? */

extern int __VERIFIER_nondet_int(void);

enum kind { NONE, SCALENE, ISOSCELES, EQUILATERAL };

static int side(void) { return __VERIFIER_nondet_int() & 255; }

static int fits(int a, int b, int c) { return a + b > c; }

static int is_triangle(int a, int b, int c) {
    if (a == 0 || b == 0 || c == 0)
        return 0;
    return fits(a, b, c) && fits(b, c, a) && fits(c, a, b);
}

static enum kind kind_of(int a, int b, int c) {
    int same = 0;
    if (!is_triangle(a, b, c))
        return NONE;
    if (a == b)
        same++;
    if (b == c)
        same++;
    if (c == a)
        same++;
    if (same == 3)
        return EQUILATERAL;
    if (same == 1)
        return ISOSCELES;
    return SCALENE;
}

int main(void) {
    int a = side(), b = side(), c = side();
    switch (kind_of(a, b, c)) {
    case NONE:
        return 1;
    case EQUILATERAL:
        return 2;
    case ISOSCELES:
        return 3;
    default:
        return 0;
    }
}
