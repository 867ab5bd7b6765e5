/* Models of the conversions of strings to integers: strto* and ato*.
 *
 * Newer glibc headers redirect to __isoc23_*, which also read 0b numerals. */
#include "model.h"

#pragma clang section text = "string"

/* The value of c as a digit, 36 if it is none. */
static int digit_value(char c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'a' && c <= 'z')
    return c - 'a' + 10;
  if (c >= 'A' && c <= 'Z')
    return c - 'A' + 10;
  return 36;
}

/* A numeral that was read. */
struct numeral {
  unsigned long long magnitude;
  int negative;
  int overflow; /* the magnitude does not fit */
};

/* Reads a numeral; sets *end, to s where there is none. An invalid base
 * leaves *end alone and reads as 0, with EINVAL. */
static struct numeral read_numeral(const char *s, char **end, int base,
                                   int binary) {
  struct numeral result = {0, 0, 0};
  if (base < 0 || base == 1 || base > 36) {
    __model_set_errno(EINVAL);
    return result;
  }
  const char *p = s;
  while (__model_is_space(*p))
    p++;
  if (*p == '-' || *p == '+')
    result.negative = *p++ == '-';

  if (p[0] == '0' && (p[1] == 'x' || p[1] == 'X') &&
      (base == 0 || base == 16) && digit_value(p[2]) < 16) {
    base = 16;
    p += 2;
  } else if (p[0] == '0' && (p[1] == 'b' || p[1] == 'B') && binary &&
             (base == 0 || base == 2) && digit_value(p[2]) < 2) {
    base = 2;
    p += 2;
  } else if (base == 0) {
    base = p[0] == '0' ? 8 : 10;
  }

  const char *digits = p;
  unsigned long long max = ~0ULL;
  for (; digit_value(*p) < base; p++) {
    unsigned long long digit = (unsigned long long)digit_value(*p);
    if (result.magnitude > (max - digit) / (unsigned long long)base)
      result.overflow = 1;
    else
      result.magnitude = result.magnitude * (unsigned long long)base + digit;
  }
  if (end != NULL)
    *end = (char *)(p > digits ? p : s);
  return result;
}

unsigned long long __model_parse_signed(const char *s, char **end, int base,
                                        unsigned long long max, int binary) {
  struct numeral numeral = read_numeral(s, end, base, binary);
  unsigned long long limit = numeral.negative ? max + 1 : max;
  if (numeral.overflow || numeral.magnitude > limit) {
    __model_set_errno(ERANGE);
    numeral.magnitude = limit;
  }
  return numeral.negative ? 0 - numeral.magnitude : numeral.magnitude;
}

unsigned long long __model_parse_unsigned(const char *s, char **end, int base,
                                          unsigned long long max, int binary) {
  struct numeral numeral = read_numeral(s, end, base, binary);
  if (numeral.overflow || numeral.magnitude > max) {
    __model_set_errno(ERANGE);
    return max;
  }
  return numeral.negative ? 0 - numeral.magnitude : numeral.magnitude;
}

/* ---- The functions, each with its C23 variant ---- */

#define MAX_LONG ((unsigned long long)LONG_MAX)
#define MAX_ULONG ((unsigned long long)(unsigned long)-1)
#define MAX_LLONG ((unsigned long long)LLONG_MAX)
#define MAX_ULLONG (~0ULL)

long strtol(const char *restrict s, char **restrict end, int base) {
  return (long)__model_parse_signed(s, end, base, MAX_LONG, 0);
}

long __isoc23_strtol(const char *restrict s, char **restrict end, int base) {
  return (long)__model_parse_signed(s, end, base, MAX_LONG, 1);
}

unsigned long strtoul(const char *restrict s, char **restrict end, int base) {
  return (unsigned long)__model_parse_unsigned(s, end, base, MAX_ULONG, 0);
}

unsigned long __isoc23_strtoul(const char *restrict s, char **restrict end,
                               int base) {
  return (unsigned long)__model_parse_unsigned(s, end, base, MAX_ULONG, 1);
}

long long strtoll(const char *restrict s, char **restrict end, int base) {
  return (long long)__model_parse_signed(s, end, base, MAX_LLONG, 0);
}

long long __isoc23_strtoll(const char *restrict s, char **restrict end,
                           int base) {
  return (long long)__model_parse_signed(s, end, base, MAX_LLONG, 1);
}

unsigned long long strtoull(const char *restrict s, char **restrict end,
                            int base) {
  return __model_parse_unsigned(s, end, base, MAX_ULLONG, 0);
}

unsigned long long __isoc23_strtoull(const char *restrict s,
                                     char **restrict end, int base) {
  return __model_parse_unsigned(s, end, base, MAX_ULLONG, 1);
}

intmax_t strtoimax(const char *restrict s, char **restrict end, int base) {
  return (intmax_t)__model_parse_signed(s, end, base, MAX_LLONG, 0);
}

intmax_t __isoc23_strtoimax(const char *restrict s, char **restrict end,
                            int base) {
  return (intmax_t)__model_parse_signed(s, end, base, MAX_LLONG, 1);
}

uintmax_t strtoumax(const char *restrict s, char **restrict end, int base) {
  return (uintmax_t)__model_parse_unsigned(s, end, base, MAX_ULLONG, 0);
}

uintmax_t __isoc23_strtoumax(const char *restrict s, char **restrict end,
                             int base) {
  return (uintmax_t)__model_parse_unsigned(s, end, base, MAX_ULLONG, 1);
}

long long strtoq(const char *restrict s, char **restrict end, int base) {
  return (long long)__model_parse_signed(s, end, base, MAX_LLONG, 0);
}

unsigned long long strtouq(const char *restrict s, char **restrict end,
                           int base) {
  return __model_parse_unsigned(s, end, base, MAX_ULLONG, 0);
}

int atoi(const char *s) {
  return (int)(long)__model_parse_signed(s, NULL, 10, MAX_LONG, 0);
}

long atol(const char *s) {
  return (long)__model_parse_signed(s, NULL, 10, MAX_LONG, 0);
}

long long atoll(const char *s) {
  return (long long)__model_parse_signed(s, NULL, 10, MAX_LLONG, 0);
}
