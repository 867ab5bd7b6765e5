// _Complex float and double: arithmetic, parts, comparison, conversions, by value.
#include <stdio.h>
#include <complex.h>

static void show(const char *n, double _Complex z) { printf("%s %.17g %.17g\n", n, creal(z), cimag(z)); }
static float _Complex fmul(float _Complex a, float _Complex b) { return a * b + 1; }
static double _Complex poly(double _Complex z) { return z * z * z - 2 * z + 5; }

struct pair { float _Complex f; double _Complex d; };
static struct pair swap(struct pair p)
{
    struct pair r = { (float _Complex)p.d, p.f };
    return r;
}

int main(void)
{
    double _Complex a = 3 + 4 * I, b = 1 - 2 * I;
    float _Complex f = 1.5f + 0.5f * I;

    show("add", a + b);
    show("sub", a - b);
    show("mul", a * b);
    show("div", a / b);
    show("neg", -a);
    show("conj", ~a);
    show("conj", conj(b));
    show("mixed", a * 2 + 1);
    show("rdiv", 1 / a);
    show("float", fmul(f, f));
    show("poly", poly(0.5 + 0.25 * I));
    printf("%g %g\n", __real__ a, __imag__ a);
    __imag__ a = -7;
    __real__ a += 10;
    show("parts", a);
    printf("%d %d %d\n", a == 13 - 7 * I, a != a, b == 1);
    a += b;
    a *= I;
    a -= 2;
    a /= 2 + 0 * I;
    show("compound", a);
    printf("%.17g %.17g\n", cabs(3 + 4 * I), (double)cabsf(f));
    double r = a;              /* the imaginary part is dropped */
    int i = (int)b;
    _Bool z0 = (_Bool)(0 * I), z1 = (_Bool)(0 + 1 * I);
    printf("%g %d %d %d\n", r, i, z0, z1);
    struct pair p = swap((struct pair){ f, b });
    show("pair.f", p.f);
    show("pair.d", p.d);
    double _Complex z = 0, c = -0.4 + 0.6 * I;
    int n = 0;
    for (; n < 40 && creal(z) * creal(z) + cimag(z) * cimag(z) < 4; n++)
        z = z * z + c;
    show("julia", z);
    double _Complex arr[3] = { 1, 2 * I, 3 + I }, s = 0;
    for (int k = 0; k < 3; k++)
        s += arr[k] * arr[2 - k];
    show("sum", s);
    printf("%d %zu %zu\n", n, sizeof z, sizeof f);
    return n;
}
