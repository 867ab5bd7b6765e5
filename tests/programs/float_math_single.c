// Single-precision math functions (sinf, powf, ...) and float parameter passing (LP64 only: results of libm).
#include <stdio.h>
#include <math.h>

static float lerp(float a, float b, float t) { return a + (b - a) * t; }
static float length3(float x, float y, float z) { return sqrtf(x * x + y * y + z * z); }
static float poly(float x) { return ((0.5f * x - 1.25f) * x + 3.0f) * x - 0.1f; }

struct quat { float w, x, y, z; };
static struct quat qmul(struct quat a, struct quat b)
{
    return (struct quat){
        a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
        a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
        a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
        a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w
    };
}

int main(void)
{
    for (float x = 0.125f; x < 5; x *= 1.9f) {
        printf("%a %a %a\n", sinf(x), cosf(x), tanf(x));
        printf("%a %a %a\n", expf(x), logf(x), log10f(x));
        printf("%a %a %a\n", powf(x, 1.5f), hypotf(x, 2), atan2f(x, -1));
        printf("%a %a\n", cbrtf(x), exp2f(x));
    }
    printf("%a %a %a\n", lerp(1, 10, 0.3f), length3(1, 2, 3), poly(1.7f));
    struct quat q = { 0.5f, 0.5f, -0.5f, 0.25f }, r = { 1, 0, 0, 0 };
    for (int i = 0; i < 6; i++) {
        r = qmul(r, q);
        printf("%a %a %a %a\n", r.w, r.x, r.y, r.z);
    }
    float newton = 3.0f;
    for (int i = 0; i < 6; i++) {
        newton = newton - (newton * newton - 2.0f) / (2.0f * newton);
        printf("%.9g ", newton);
    }
    printf("\n");
    float (*fns[])(float) = { sinf, cosf, sqrtf, fabsf, poly };
    float acc = 0.7f;
    for (int i = 0; i < 25; i++)
        acc = fabsf(fns[i % 5](acc)) + 0.01f;
    printf("%a\n", acc);
    double promoted = acc * 2 + 0.1;
    printf("%.17g\n", promoted);
    return (int)(length3(30, 40, 0));
}
