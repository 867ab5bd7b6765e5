/* Models of integer arithmetic from <stdlib.h> and <inttypes.h>. */
#include "model.h"

typedef struct {
  int quot, rem;
} div_t;
typedef struct {
  long quot, rem;
} ldiv_t;
typedef struct {
  long long quot, rem;
} lldiv_t;
typedef struct {
  intmax_t quot, rem;
} imaxdiv_t;

int abs(int n) {
  return n < 0 ? -n : n;
}

long labs(long n) {
  return n < 0 ? -n : n;
}

long long llabs(long long n) {
  return n < 0 ? -n : n;
}

intmax_t imaxabs(intmax_t n) {
  return n < 0 ? -n : n;
}

div_t div(int n, int by) {
  div_t result = {n / by, n % by};
  return result;
}

ldiv_t ldiv(long n, long by) {
  ldiv_t result = {n / by, n % by};
  return result;
}

lldiv_t lldiv(long long n, long long by) {
  lldiv_t result = {n / by, n % by};
  return result;
}

imaxdiv_t imaxdiv(intmax_t n, intmax_t by) {
  imaxdiv_t result = {n / by, n % by};
  return result;
}
