/* errno after functions of <math.h>, as glibc sets it. The host computes the
 * result; what went wrong shows in it. Called only in programs that look at
 * errno. */
#include "model.h"

#define EDOM 33

/* Is the result that of operands for which there is none, or too large? If
 * small results are errors too, then only those that are 0. */
void __model_math_error(double result, double a, double b, int underflow) {
  int finite = __builtin_isfinite(a) && __builtin_isfinite(b);
  if (__builtin_isnan(result)) {
    if (!__builtin_isnan(a) && !__builtin_isnan(b))
      __model_set_errno(EDOM);
  } else if (__builtin_isinf(result)) {
    if (finite)
      __model_set_errno(ERANGE);
  } else if (underflow && finite && result == 0 && a != 0) {
    __model_set_errno(ERANGE);
  }
}
