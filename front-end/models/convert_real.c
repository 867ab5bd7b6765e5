/* Models of the conversions of strings to floating-point numbers: strtod,
 * strtof, strtold, atof. The model finds the numeral and reports range
 * errors; the host rounds its value. */
#include "model.h"

#pragma clang section text = "string"

/* The format of a floating-point type, as far as range errors need it. */
struct real_format {
  double smallest_normal;
  int smallest_exponent; /* of the last bit of a subnormal number */
};

static const struct real_format double_format = {0x1p-1022, -1074};
static const struct real_format float_format = {0x1p-126, -149};

/* An unsigned numeral. */
struct numeral {
  size_t length; /* 0: there is none */
  int hex;
  int nonzero;
  int last_bit; /* hex only: the exponent of its last bit that is set */
};

static int is_digit(char c) {
  return c >= '0' && c <= '9';
}

/* The value of a hexadecimal or (if !hex) decimal digit, -1 if it is none. */
static int digit_value(char c, int hex) {
  if (is_digit(c))
    return c - '0';
  if (hex && c >= 'a' && c <= 'f')
    return c - 'a' + 10;
  if (hex && c >= 'A' && c <= 'F')
    return c - 'A' + 10;
  return -1;
}

/* Does s begin with the given word (in lower case)? */
static int begins_with(const char *s, const char *word) {
  for (size_t i = 0; word[i] != '\0'; i++)
    if (__model_lower((unsigned char)s[i]) != word[i])
      return 0;
  return 1;
}

/* Reads the exponent at s[0..], which is its sign or its first digit, into
 * *value (kept within bounds); returns its length, 0 if it has no digit. */
static size_t read_exponent(const char *s, int *value) {
  size_t i = s[0] == '+' || s[0] == '-';
  size_t first = i;
  int magnitude = 0;
  for (; is_digit(s[i]); i++)
    if (magnitude < 100000000)
      magnitude = magnitude * 10 + (s[i] - '0');
  *value = s[0] == '-' ? -magnitude : magnitude;
  return i > first ? i : 0;
}

static struct numeral read_numeral(const char *s) {
  struct numeral result = {0, 0, 0, 0};
  size_t i = 0;
  if (s[0] == '0' && (s[1] == 'x' || s[1] == 'X') &&
      (digit_value(s[2], 1) >= 0 ||
       (s[2] == '.' && digit_value(s[3], 1) >= 0))) {
    result.hex = 1;
    i = 2;
  }
  int digits = 0, point = 0;
  int after_point = 0; /* digits */
  int last_set = 0;    /* the last bit, counted from the point */
  for (;; i++) {
    int digit = digit_value(s[i], result.hex);
    if (digit >= 0) {
      digits = 1;
      if (point)
        after_point++;
      else if (result.nonzero)
        last_set += 4;
      if (digit > 0) {
        result.nonzero = 1;
        last_set = __builtin_ctz((unsigned)digit) - 4 * after_point;
      }
    } else if (s[i] == '.' && !point) {
      point = 1;
    } else {
      break;
    }
  }
  if (!digits)
    return result;
  int exponent = 0;
  int letter = __model_lower((unsigned char)s[i]);
  if (letter == (result.hex ? 'p' : 'e')) {
    size_t length = read_exponent(s + i + 1, &exponent);
    if (length > 0)
      i += 1 + length;
    else
      exponent = 0;
  }
  result.last_bit = last_set + exponent;
  result.length = i;
  return result;
}

/* Is the value of a numeral, as rounded, out of the range of its type? */
static int out_of_range(struct numeral numeral, double value,
                        const struct real_format *format) {
  if (value == __builtin_inf())
    return 1;
  if (value >= format->smallest_normal || !numeral.nonzero)
    return 0;
  /* Tiny: an error unless exact. A decimal numeral would take more than a
   * hundred digits to be exact, and is taken not to be. */
  return !numeral.hex || numeral.last_bit < format->smallest_exponent;
}

/* The length of "(characters)" at s, if it is one, else 0. */
static size_t payload_length(const char *s) {
  if (s[0] != '(')
    return 0;
  size_t i = 1;
  while (is_digit(s[i]) || s[i] == '_' ||
         (__model_lower((unsigned char)s[i]) >= 'a' &&
          __model_lower((unsigned char)s[i]) <= 'z'))
    i++;
  return s[i] == ')' ? i + 1 : 0;
}

double __model_parse_real(const char *s, char **end, int is_float) {
  const char *p = s;
  while (__model_is_space(*p))
    p++;
  int negative = *p == '-';
  if (*p == '-' || *p == '+')
    p++;

  double value = 0.0;
  if (begins_with(p, "inf")) {
    value = __builtin_inf();
    p += begins_with(p, "infinity") ? 8 : 3;
  } else if (begins_with(p, "nan")) {
    value = __builtin_nan("");
    p += 3;
    p += payload_length(p);
  } else {
    struct numeral numeral = read_numeral(p);
    if (numeral.length == 0) {
      if (end != NULL)
        *end = (char *)s;
      return 0.0;
    }
    if (is_float)
      value = (double)__rarebit_parse_float(p, numeral.length);
    else
      value = __rarebit_parse_double(p, numeral.length);
    if (out_of_range(numeral, value,
                     is_float ? &float_format : &double_format))
      __model_set_errno(ERANGE);
    p += numeral.length;
  }
  if (end != NULL)
    *end = (char *)p;
  return negative ? -value : value;
}

double strtod(const char *restrict s, char **restrict end) {
  return __model_parse_real(s, end, 0);
}

float strtof(const char *restrict s, char **restrict end) {
  return (float)__model_parse_real(s, end, 1);
}

/* long double is double here. */
long double strtold(const char *restrict s, char **restrict end) {
  return (long double)__model_parse_real(s, end, 0);
}

double atof(const char *s) {
  return __model_parse_real(s, NULL, 0);
}
