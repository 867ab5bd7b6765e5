// math.h functions at special values: domain edges, infinities, zeros, errno-free checks.
#include <stdio.h>
#include <math.h>

static void show(const char *what, double v)
{
    if (isnan(v))
        printf("%s nan\n", what);
    else
        printf("%s %g %d\n", what, v, !!signbit(v));
}
#define S(e) show(#e, e)

int main(void)
{
    volatile double z = 0.0, m1 = -1.0, inf = INFINITY, nan = NAN;
    S(sqrt(m1)); S(sqrt(-z)); S(sqrt(inf));
    S(log(z)); S(log(m1)); S(log(1 + z)); S(log(inf));
    S(exp(-inf)); S(exp(inf)); S(exp(1000 + z)); S(exp(-1000 + z)); S(exp(z));
    S(pow(z, z)); S(pow(nan, z)); S(pow(1 + z, nan)); S(pow(m1, inf)); S(pow(z, m1)); S(pow(-z, -3));
    S(pow(m1, 0.5)); S(pow(2, -1075)); S(pow(2, 1024)); S(pow(-inf, 3)); S(pow(0.5, inf));
    S(atan(inf)); S(atan2(z, -z)); S(atan2(-inf, -inf)); S(atan2(z, z));
    S(sin(inf)); S(cos(z)); S(tan(-z)); S(asin(2 + z)); S(acos(1 + z));
    S(fmod(5, z)); S(fmod(5, inf)); S(fmod(-z, 1)); S(remainder(inf, 2));
    S(floor(-z)); S(ceil(-0.5)); S(trunc(-0.9)); S(round(-0.4)); S(floor(inf));
    S(hypot(inf, nan)); S(hypot(3e200, 4e200)); S(cbrt(-27)); S(cbrt(-z));
    S(fmax(nan, 1)); S(fmin(1, nan)); S(fmax(nan, nan)); S(fdim(inf, inf)); S(fdim(nan, 1));
    S(ldexp(inf, 5)); S(ldexp(-z, 5)); S(copysign(nan, 1)); S(fabs(-z)); S(fabs(-inf));
    S(log2(8)); S(log10(1000)); S(log1p(m1)); S(expm1(-inf)); S(exp2(10)); S(exp2(-1074));
    S(tanh(inf)); S(sinh(-inf)); S(cosh(-inf)); S(acosh(0.5)); S(atanh(1 + z));
    S(lgamma(1)); S(tgamma(z)); S(tgamma(6)); S(erf(inf)); S(erfc(-inf));
    S(nextafter(z, -1)); S(logb(inf)); S(modf(inf, &(double){ 0 })); S(frexp(z, &(int){ 0 }));
    return (int)pow(3, 4);
}
