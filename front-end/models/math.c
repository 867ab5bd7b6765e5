/* Models of the functions of <math.h> that take or give more than
 * floating-point numbers; the host implements the others. long double is
 * double here. */
#include "model.h"

/* Called only through pointers: clang has an instruction for it. */
double fabs(double x) {
  return __builtin_fabs(x);
}

float fabsf(float x) {
  return __builtin_fabsf(x);
}

long double fabsl(long double x) {
  return __builtin_fabsl(x);
}

static uint64_t bits_of(double x) {
  uint64_t bits;
  __builtin_memcpy(&bits, &x, sizeof bits);
  return bits;
}

static double from_bits(uint64_t bits) {
  double x;
  __builtin_memcpy(&x, &bits, sizeof x);
  return x;
}

#define SIGN 0x8000000000000000ULL
#define EXPONENT 0x7ff0000000000000ULL

static int is_negative(double x) {
  return (bits_of(x) & SIGN) != 0;
}

static double with_sign_of(double magnitude, double sign) {
  return from_bits((bits_of(magnitude) & ~SIGN) | (bits_of(sign) & SIGN));
}

static int is_nan(double x) {
  return x != x;
}

static int is_finite(double x) {
  return (bits_of(x) & EXPONENT) != EXPONENT;
}

/* ---- Taking numbers apart ---- */

/* x as a number in [0.5, 1) times 2 to the exponent. */
static double split(double x, int *exponent) {
  *exponent = 0;
  if (x == 0 || !is_finite(x))
    return x + x;
  int shift = 0;
  if ((bits_of(x) & EXPONENT) == 0) { /* subnormal */
    x *= 0x1p54;
    shift = 54;
  }
  uint64_t bits = bits_of(x);
  *exponent = (int)((bits & EXPONENT) >> 52) - 1022 - shift;
  return from_bits((bits & ~EXPONENT) | 0x3fe0000000000000ULL);
}

double frexp(double x, int *exponent) {
  return split(x, exponent);
}

float frexpf(float x, int *exponent) {
  return (float)split((double)x, exponent);
}

long double frexpl(long double x, int *exponent) {
  return (long double)split((double)x, exponent);
}

/* The fraction of x, with its integer part in *integer. */
static double fraction(double x, double *integer) {
  *integer = trunc(x);
  if (is_nan(x))
    return x;
  return with_sign_of(is_finite(x) ? x - *integer : 0.0, x);
}

double modf(double x, double *integer) {
  return fraction(x, integer);
}

float modff(float x, float *integer) {
  double part;
  float result = (float)fraction((double)x, &part);
  *integer = (float)part;
  return result;
}

long double modfl(long double x, long double *integer) {
  double part;
  long double result = (long double)fraction((double)x, &part);
  *integer = (long double)part;
  return result;
}

/* ---- Several results ---- */

void sincos(double x, double *sine, double *cosine) {
  *sine = sin(x);
  *cosine = cos(x);
}

void sincosf(float x, float *sine, float *cosine) {
  *sine = sinf(x);
  *cosine = cosf(x);
}

void sincosl(long double x, long double *sine, long double *cosine) {
  *sine = (long double)sin((double)x);
  *cosine = (long double)cos((double)x);
}

/* The remainder, and in *quotient the integer nearest to x / y modulo 8. Where
 * that is 0, glibc may give 8 on x86-64, but not on i386. */
static double remainder_quotient(double x, double y, int *quotient) {
  double result = remainder(x, y);
  if (result == 0)
    result = with_sign_of(0.0, x);
  *quotient = 0;
  if (is_nan(result) || !is_finite(y))
    return result;
  double a = with_sign_of(x, 1.0), b = with_sign_of(y, 1.0);
  /* |x| modulo 8|y| has the same results; 8|y| is only infinite where |x| is
   * smaller anyway, and fmod then gives |x|. */
  double rest = fmod(a, 8.0 * b);
  int bits = (int)rint(rest / b - remainder(a, b) / b);
  if (bits == 8 && sizeof(long) == 4)
    bits = 0;
  *quotient = is_negative(x) != is_negative(y) ? -bits : bits;
  return result;
}

double remquo(double x, double y, int *quotient) {
  return remainder_quotient(x, y, quotient);
}

float remquof(float x, float y, int *quotient) {
  return (float)remainder_quotient((double)x, (double)y, quotient);
}

long double remquol(long double x, long double y, int *quotient) {
  return (long double)remainder_quotient((double)x, (double)y, quotient);
}

/* The sign of the gamma function. */
static int gamma_sign(double x) {
  if (is_nan(x) || !is_finite(x) || x > 0)
    return 1;
  if (x == 0)
    return is_negative(x) ? -1 : 1;
  double down = floor(x);
  return down != x && fmod(down, 2.0) != 0 ? -1 : 1;
}

double lgamma_r(double x, int *sign) {
  *sign = gamma_sign(x);
  return lgamma(x);
}

float lgammaf_r(float x, int *sign) {
  *sign = gamma_sign((double)x);
  return lgammaf(x);
}

long double lgammal_r(long double x, int *sign) {
  *sign = gamma_sign((double)x);
  return (long double)lgamma((double)x);
}

/* ---- Scaling by a long ---- */

static int clamped(long n) {
  if (n > 100000)
    return 100000;
  return n < -100000 ? -100000 : (int)n;
}

double scalbln(double x, long n) {
  return scalbn(x, clamped(n));
}

float scalblnf(float x, long n) {
  return scalbnf(x, clamped(n));
}

long double scalblnl(long double x, long n) {
  return (long double)scalbn((double)x, clamped(n));
}

/* ---- Towards a long double, which is a double here ---- */

double nexttoward(double x, long double to) {
  return nextafter(x, (double)to);
}

float nexttowardf(float x, long double to) {
  if ((double)x == (double)to || to != to)
    return (float)to;
  return nextafterf(x, (double)to > (double)x ? 1.0f / 0.0f : -1.0f / 0.0f);
}
