/* Models of <locale.h>: there is only the "C" locale. */
#include "model.h"

static int is_text(const char *s, const char *text) {
  size_t i = 0;
  while (text[i] != '\0' && s[i] == text[i])
    i++;
  return s[i] == text[i];
}

/* "" asks for the locale of the environment, which is empty. */
char *setlocale(int category, const char *locale) {
  if (category < 0 || category > 12)
    return NULL;
  if (locale == NULL || is_text(locale, "") || is_text(locale, "C") ||
      is_text(locale, "POSIX"))
    return (char *)"C";
  return NULL;
}

/* As glibc lays it out. */
struct lconv {
  char *decimal_point, *thousands_sep, *grouping;
  char *int_curr_symbol, *currency_symbol;
  char *mon_decimal_point, *mon_thousands_sep, *mon_grouping;
  char *positive_sign, *negative_sign;
  char int_frac_digits, frac_digits;
  char p_cs_precedes, p_sep_by_space, n_cs_precedes, n_sep_by_space;
  char p_sign_posn, n_sign_posn;
  char int_p_cs_precedes, int_p_sep_by_space;
  char int_n_cs_precedes, int_n_sep_by_space;
  char int_p_sign_posn, int_n_sign_posn;
};

#define EMPTY ((char *)"")
#define NOT_AVAILABLE __SCHAR_MAX__

struct lconv *localeconv(void) {
  static struct lconv conventions = {
      (char *)".",   EMPTY,         EMPTY,         EMPTY,
      EMPTY,         EMPTY,         EMPTY,         EMPTY,
      EMPTY,         EMPTY,         NOT_AVAILABLE, NOT_AVAILABLE,
      NOT_AVAILABLE, NOT_AVAILABLE, NOT_AVAILABLE, NOT_AVAILABLE,
      NOT_AVAILABLE, NOT_AVAILABLE, NOT_AVAILABLE, NOT_AVAILABLE,
      NOT_AVAILABLE, NOT_AVAILABLE, NOT_AVAILABLE, NOT_AVAILABLE,
  };
  return &conventions;
}
