// GNU vector extensions: element-wise arithmetic, comparison, indexing, shuffles, conversion.
#include <stdio.h>

typedef int v4si __attribute__((vector_size(16)));
typedef float v4sf __attribute__((vector_size(16)));
typedef double v2df __attribute__((vector_size(16)));
typedef unsigned char v16qu __attribute__((vector_size(16)));
typedef short v8hi __attribute__((vector_size(16)));

static void show(const char *n, v4si v) { printf("%s %d %d %d %d\n", n, v[0], v[1], v[2], v[3]); }

static v4si muladd(const v4si *a, const v4si *b, int k) { return *a * *b + k; }

int main(void)
{
    v4si a = { 1, -2, 3, 40 }, b = { 10, 20, -30, 7 }, r;
    show("add", a + b);
    show("sub", a - b);
    show("mul", a * b);
    show("div", b / a);
    show("mod", b % a);
    show("and", a & b);
    show("xor", a ^ b);
    show("not", ~a);
    show("shl", b >> 1);
    show("lt", a < b);
    show("eq", a == (v4si){ 1, 2, 3, 4 });
    show("neg", -a);
    show("scalar", a + 5);
    r = muladd(&a, &b, 3);
    show("muladd", r);
    r[2] = 99;
    r[0] += r[2];
    show("elem", r);
    r = a > b;
    r = (a & r) | (b & ~r);
    show("max", r);
    show("shuf", __builtin_shufflevector(a, b, 0, 4, 3, 7));
    r += a;
    r *= 2;
    show("comp", r);

    v4sf f = { 1.5f, 2.5f, -3.5f, 0.1f }, g = f * f + 1.0f;
    printf("%a %a %a %a\n", g[0], g[1], g[2], g[3]);
    show("fcmp", f < g);
    show("conv", __builtin_convertvector(f, v4si));
    v2df d = { 1.0, 3.0 };
    d = d / 3.0;
    printf("%.17g %.17g\n", d[0], d[1]);
    v16qu bytes;
    for (int i = 0; i < 16; i++)
        bytes[i] = (unsigned char)(i * 20);
    bytes += bytes;
    int sum = 0;
    for (int i = 0; i < 16; i++)
        sum += bytes[i];
    v8hi h = (v8hi)bytes;
    printf("%d %d %d %zu\n", sum, h[0], h[7], sizeof h);
    return sum & 0x7f & r[1];
}
