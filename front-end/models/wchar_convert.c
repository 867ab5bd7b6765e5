/* Models of the conversions between wide strings and numbers: wcsto* and
 * swprintf. Numerals and, in the C locale, formats have only ASCII
 * characters, so a narrow copy says the same. */
#include "model.h"

/* The leading ASCII characters of s as a string on the heap. */
static char *narrowed(const wchar_t *s) {
  size_t n = 0;
  while (s[n] > 0 && s[n] < 128)
    n++;
  char *copy = __rarebit_alloc(n + 1, 1);
  for (size_t i = 0; i < n; i++)
    copy[i] = (char)s[i];
  return copy;
}

static void finish(const wchar_t *s, wchar_t **end, char *copy, char *stop) {
  if (end != NULL)
    *end = (wchar_t *)s + (stop - copy);
  __rarebit_free(copy);
}

#define TO_INTEGER(type, name, parse, max, binary)                            \
  type name(const wchar_t *restrict s, wchar_t **restrict end, int base) {    \
    char *stop, *copy = narrowed(s);                                          \
    type value = (type)parse(copy, &stop, base, max, binary);                 \
    finish(s, end, copy, stop);                                               \
    return value;                                                             \
  }

#define BOTH(type, name, parse, max)                                          \
  TO_INTEGER(type, name, parse, (unsigned long long)(max), 0)                 \
  TO_INTEGER(type, __isoc23_##name, parse, (unsigned long long)(max), 1)

BOTH(long, wcstol, __model_parse_signed, LONG_MAX)
BOTH(unsigned long, wcstoul, __model_parse_unsigned, (unsigned long)-1)
BOTH(long long, wcstoll, __model_parse_signed, LLONG_MAX)
BOTH(unsigned long long, wcstoull, __model_parse_unsigned, ~0ULL)

#define TO_REAL(type, name, single)                                           \
  type name(const wchar_t *restrict s, wchar_t **restrict end) {              \
    char *stop, *copy = narrowed(s);                                          \
    type value = (type)__model_parse_real(copy, &stop, single);               \
    finish(s, end, copy, stop);                                               \
    return value;                                                             \
  }

TO_REAL(double, wcstod, 0)
TO_REAL(float, wcstof, 1)
TO_REAL(long double, wcstold, 0)

int vswprintf(wchar_t *restrict to, size_t size,
              const wchar_t *restrict format, va_list list) {
  char *narrow = narrowed(format);
  va_list again;
  va_copy(again, list);
  int length = __model_print_text(NULL, 0, narrow, again);
  va_end(again);
  int fits = length >= 0 && (size_t)length < size;
  if (fits) {
    char *text = __rarebit_alloc((size_t)length + 1, 1);
    __model_print_text(text, (size_t)length + 1, narrow, list);
    for (int i = 0; i <= length; i++)
      to[i] = (unsigned char)text[i];
    __rarebit_free(text);
  } else {
    __model_set_errno(EOVERFLOW);
  }
  __rarebit_free(narrow);
  return fits ? length : -1;
}

int swprintf(wchar_t *restrict to, size_t size,
             const wchar_t *restrict format, ...) {
  va_list list;
  va_start(list, format);
  int length = vswprintf(to, size, format, list);
  va_end(list);
  return length;
}
