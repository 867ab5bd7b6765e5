/* Models of the compiler's helpers for complex numbers, after Annex G of the
 * C standard, and of the small functions of <complex.h>. */
#include "model.h"

#define MAKE(type, a, b) __builtin_complex((type)(a), (type)(b))

/* 1 or 0 with the sign of x, for an infinite or other x. */
#define BOX(suffix, x)                                                         \
  __builtin_copysign##suffix(__builtin_isinf(x) ? 1 : 0, x)

#define ZERO_IF_NAN(suffix, x)                                                 \
  (__builtin_isnan(x) ? __builtin_copysign##suffix(0, x) : (x))

/* The product, where (nan, nan) may stand for an infinity. */
#define MULTIPLY(type, name, suffix)                                           \
  type _Complex name(type a, type b, type c, type d) {                         \
    type ac = a * c, bd = b * d, ad = a * d, bc = b * c;                       \
    type x = ac - bd, y = ad + bc;                                             \
    if (!(__builtin_isnan(x) && __builtin_isnan(y)))                           \
      return MAKE(type, x, y);                                                 \
    int again = 0;                                                             \
    if (__builtin_isinf(a) || __builtin_isinf(b)) {                            \
      a = BOX(suffix, a), b = BOX(suffix, b);                                  \
      c = ZERO_IF_NAN(suffix, c), d = ZERO_IF_NAN(suffix, d);                  \
      again = 1;                                                               \
    }                                                                          \
    if (__builtin_isinf(c) || __builtin_isinf(d)) {                            \
      c = BOX(suffix, c), d = BOX(suffix, d);                                  \
      a = ZERO_IF_NAN(suffix, a), b = ZERO_IF_NAN(suffix, b);                  \
      again = 1;                                                               \
    }                                                                          \
    if (!again && (__builtin_isinf(ac) || __builtin_isinf(bd) ||               \
                   __builtin_isinf(ad) || __builtin_isinf(bc))) {              \
      a = ZERO_IF_NAN(suffix, a), b = ZERO_IF_NAN(suffix, b);                  \
      c = ZERO_IF_NAN(suffix, c), d = ZERO_IF_NAN(suffix, d);                  \
      again = 1;                                                               \
    }                                                                          \
    if (again) {                                                               \
      type inf = (type)__builtin_inf();                                        \
      x = inf * (a * c - b * d), y = inf * (a * d + b * c);                    \
    }                                                                          \
    return MAKE(type, x, y);                                                   \
  }

MULTIPLY(double, __muldc3, )
MULTIPLY(float, __mulsc3, f)

/* ---- Quotients ---- */

/* What is nan + nan i only because an operand is infinite or zero. */
#define REPAIR(type, suffix)                                                   \
  do {                                                                         \
    type inf = (type)__builtin_inf();                                          \
    if (!(__builtin_isnan(x) && __builtin_isnan(y)))                           \
      break;                                                                   \
    if (c == 0 && d == 0 && (!__builtin_isnan(a) || !__builtin_isnan(b))) {    \
      x = __builtin_copysign##suffix(inf, c) * a;                              \
      y = __builtin_copysign##suffix(inf, c) * b;                              \
    } else if ((__builtin_isinf(a) || __builtin_isinf(b)) &&                   \
               __builtin_isfinite(c) && __builtin_isfinite(d)) {               \
      a = BOX(suffix, a), b = BOX(suffix, b);                                  \
      x = inf * (a * c + b * d), y = inf * (b * c - a * d);                    \
    } else if ((__builtin_isinf(c) || __builtin_isinf(d)) &&                   \
               __builtin_isfinite(a) && __builtin_isfinite(b)) {               \
      c = BOX(suffix, c), d = BOX(suffix, d);                                  \
      x = 0 * (a * c + b * d), y = 0 * (b * c - a * d);                        \
    }                                                                          \
  } while (0)

/* double is wide enough for the products of floats. */
float _Complex __divsc3(float a, float b, float c, float d) {
  double denominator = (double)c * c + (double)d * d;
  float x = (float)(((double)a * c + (double)b * d) / denominator);
  float y = (float)(((double)b * c - (double)a * d) / denominator);
  REPAIR(float, f);
  return MAKE(float, x, y);
}

#define LARGE (0x1.fffffffffffffp1023 / 2)
#define SMALL 0x1p-1022
#define EPSILON 0x1p-52

static double magnitude(double x) {
  return __builtin_fabs(x);
}

/* Smith's method, with the scaling and the order of operations by which Baudin
 * and Smith ("A Robust Complex Division in Scilab", 2012) keep it accurate near
 * the ends of the range; libgcc does the same. */
double _Complex __divdc3(double a, double b, double c, double d) {
  int swapped = magnitude(c) < magnitude(d);
  double big = swapped ? d : c, small = swapped ? c : d;
  double p = a, q = b, scale = 1;
  if (magnitude(big) >= LARGE)
    scale = 0.5;
  p *= scale, q *= scale, big *= scale, small *= scale;
  double limit = LARGE * EPSILON;
  if (magnitude(big) < SMALL ||
      (((magnitude(p) < SMALL && magnitude(q) < limit) ||
        (magnitude(q) < SMALL && magnitude(p) < limit)) &&
       magnitude(big) < limit)) {
    scale = 1 / EPSILON;
    p *= scale, q *= scale, big *= scale, small *= scale;
  }
  double ratio = small / big;
  double denominator = small * ratio + big;
  double x, y;
  int direct = magnitude(ratio) > SMALL;
  if (swapped) {
    x = ((direct ? p * ratio : small * (p / big)) + q) / denominator;
    y = ((direct ? q * ratio : small * (q / big)) - p) / denominator;
  } else {
    x = (p + (direct ? q * ratio : small * (q / big))) / denominator;
    y = (q - (direct ? p * ratio : small * (p / big))) / denominator;
  }
  REPAIR(double, );
  return MAKE(double, x, y);
}

/* ---- Parts ---- */

double hypot(double, double), atan2(double, double);
float hypotf(float, float), atan2f(float, float);

double creal(double _Complex z) {
  return __real__ z;
}

double cimag(double _Complex z) {
  return __imag__ z;
}

float crealf(float _Complex z) {
  return __real__ z;
}

float cimagf(float _Complex z) {
  return __imag__ z;
}

double _Complex conj(double _Complex z) {
  return MAKE(double, __real__ z, -__imag__ z);
}

float _Complex conjf(float _Complex z) {
  return MAKE(float, __real__ z, -__imag__ z);
}

double cabs(double _Complex z) {
  return hypot(__real__ z, __imag__ z);
}

float cabsf(float _Complex z) {
  return hypotf(__real__ z, __imag__ z);
}

double carg(double _Complex z) {
  return atan2(__imag__ z, __real__ z);
}

float cargf(float _Complex z) {
  return atan2f(__imag__ z, __real__ z);
}
