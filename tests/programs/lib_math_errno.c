/* errno after functions of <math.h>. */
#include <errno.h>
#include <math.h>
#include <stdio.h>

#define SHOW(expression)                                                       \
  do {                                                                         \
    errno = 0;                                                                 \
    volatile double result = (expression);                                     \
    int error = errno;                                                         \
    printf("%s: %d %d\n", #expression, error,                                  \
           isnan(result) ? 2 : isinf(result) ? 1 : 0);                         \
  } while (0)

int main(void) {
  volatile double zero = 0, one = 1, minus = -1, big = 1000, huge = 1e300;
  volatile double inf = INFINITY, none = NAN;
  volatile float fminus = -1, fbig = 100;
  SHOW(sqrt(minus));
  SHOW(sqrt(none));
  SHOW(sqrt(big));
  SHOW(log(zero));
  SHOW(log(minus));
  SHOW(log10(zero));
  SHOW(log2(minus));
  SHOW(log1p(minus));
  SHOW(log(inf));
  SHOW(exp(big));
  SHOW(exp(-big));
  SHOW(exp(-inf));
  SHOW(exp(inf));
  SHOW(exp2(-2000 * one));
  SHOW(expm1(big));
  SHOW(pow(zero, minus));
  SHOW(pow(zero, one));
  SHOW(pow(minus, 0.5));
  SHOW(pow(huge, 2));
  SHOW(pow(huge, -2));
  SHOW(asin(big));
  SHOW(acos(-big));
  SHOW(acosh(zero));
  SHOW(atanh(one));
  SHOW(atanh(big));
  SHOW(sin(inf));
  SHOW(cos(-inf));
  SHOW(tan(inf));
  SHOW(sin(none));
  SHOW(sinh(big));
  SHOW(cosh(big));
  SHOW(fmod(one, zero));
  SHOW(fmod(inf, one));
  SHOW(remainder(one, zero));
  SHOW(hypot(1.7e308 * one, 1.7e308));
  SHOW(ldexp(one, 5000));
  SHOW(ldexp(one, -5000));
  SHOW(ldexp(zero, 5000));
  SHOW(tgamma(huge));
  SHOW(lgamma(zero));
  SHOW(floor(huge));
  SHOW(sqrtf(fminus));
  SHOW(logf(fminus));
  SHOW(expf(fbig));
  SHOW(powf(fbig, 30));
  return 0;
}
