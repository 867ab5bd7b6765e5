/* Models of NaNs made from strings, and of the functions by which glibc's
 * <math.h> classifies numbers. long double is double here. */
#include "model.h"

/* ---- NaNs: the payload is not modelled ---- */

double nan(const char *tag) {
  (void)tag;
  return __builtin_nan("");
}

float nanf(const char *tag) {
  (void)tag;
  return __builtin_nanf("");
}

long double nanl(const char *tag) {
  (void)tag;
  return (long double)__builtin_nan("");
}

/* ---- Helpers ---- */

enum { IS_NAN, IS_INFINITE, IS_ZERO, IS_SUBNORMAL, IS_NORMAL };

static int classify(double x, double smallest_normal) {
  if (x != x)
    return IS_NAN;
  double magnitude = __builtin_fabs(x);
  if (magnitude == __builtin_inf())
    return IS_INFINITE;
  if (magnitude == 0)
    return IS_ZERO;
  return magnitude < smallest_normal ? IS_SUBNORMAL : IS_NORMAL;
}

static int classify_double(double x) {
  return classify(x, 0x1p-1022);
}

static int is_nan(double x) {
  return x != x;
}

/* -1 for -inf, 1 for inf, 0 otherwise. */
static int is_infinite(double x) {
  return (x == __builtin_inf()) - (x == -__builtin_inf());
}

static int is_finite(double x) {
  return !is_nan(x) && !is_infinite(x);
}

static int sign_bit(double x) {
  uint64_t bits;
  __builtin_memcpy(&bits, &x, sizeof bits);
  return (int)(bits >> 63);
}

/* ---- The functions ---- */

int __fpclassify(double x) {
  return classify_double(x);
}

int __fpclassifyf(float x) {
  return classify((double)x, 0x1p-126);
}

int __fpclassifyl(long double x) {
  return classify_double((double)x);
}

int __isnan(double x) {
  return is_nan(x);
}

int __isnanf(float x) {
  return is_nan((double)x);
}

int __isnanl(long double x) {
  return is_nan((double)x);
}

int isnan(double x) {
  return is_nan(x);
}

int isnanf(float x) {
  return is_nan((double)x);
}

int isnanl(long double x) {
  return is_nan((double)x);
}

int __isinf(double x) {
  return is_infinite(x);
}

int __isinff(float x) {
  return is_infinite((double)x);
}

int __isinfl(long double x) {
  return is_infinite((double)x);
}

int isinf(double x) {
  return is_infinite(x);
}

int isinff(float x) {
  return is_infinite((double)x);
}

int isinfl(long double x) {
  return is_infinite((double)x);
}

int __finite(double x) {
  return is_finite(x);
}

int __finitef(float x) {
  return is_finite((double)x);
}

int __finitel(long double x) {
  return is_finite((double)x);
}

int finite(double x) {
  return is_finite(x);
}

int finitef(float x) {
  return is_finite((double)x);
}

int finitel(long double x) {
  return is_finite((double)x);
}

int __signbit(double x) {
  return sign_bit(x);
}

int __signbitf(float x) {
  return sign_bit((double)x);
}

int __signbitl(long double x) {
  return sign_bit((double)x);
}
