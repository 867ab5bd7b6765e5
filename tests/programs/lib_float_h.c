// float.h macros printed and checked by computation.
#include <stdio.h>
#include <float.h>

int main(void)
{
    printf("%d %d %d\n", FLT_RADIX, FLT_EVAL_METHOD, FLT_ROUNDS);
    printf("%d %d\n", FLT_MANT_DIG, DBL_MANT_DIG);
    printf("%d %d %d %d\n", FLT_DIG, DBL_DIG, FLT_DECIMAL_DIG, DBL_DECIMAL_DIG);
    printf("%d %d %d %d\n", FLT_MIN_EXP, FLT_MAX_EXP, FLT_MIN_10_EXP, FLT_MAX_10_EXP);
    printf("%d %d %d %d\n", DBL_MIN_EXP, DBL_MAX_EXP, DBL_MIN_10_EXP, DBL_MAX_10_EXP);
    printf("%a %a %a %a\n", FLT_MAX, FLT_MIN, FLT_EPSILON, FLT_TRUE_MIN);
    printf("%a %a %a %a\n", DBL_MAX, DBL_MIN, DBL_EPSILON, DBL_TRUE_MIN);
    printf("%.9g %.17g\n", FLT_MAX, DBL_MAX);
    printf("%d %d %d\n", FLT_HAS_SUBNORM, DBL_HAS_SUBNORM, DECIMAL_DIG >= DBL_DECIMAL_DIG);

    volatile float feps = 1.0f;
    int fdig = 0;
    while (1.0f + feps != 1.0f) {
        feps = feps / 2;
        fdig++;
    }
    volatile double deps = 1.0;
    int ddig = 0;
    while (1.0 + deps != 1.0) {
        deps = deps / 2;
        ddig++;
    }
    printf("%d %d %d %d\n", fdig, ddig, feps * 2 == FLT_EPSILON, deps * 2 == DBL_EPSILON);
    volatile double big = 1.0, prev = 0;
    int exponent = 0;
    while (big <= DBL_MAX) {
        prev = big;
        big = big * 2;
        exponent++;
    }
    printf("%d %a\n", exponent, prev);
    printf("%zu %zu\n", sizeof(float), sizeof(double));
    return ddig;
}
