/* Models of the conversions between bytes and wide characters (<stdlib.h>,
 * <wchar.h>), for the "C" locale: ASCII, one byte for each character. There
 * is no conversion state to keep. */
#include "model.h"

#define FAILED ((size_t)-1)
#define INCOMPLETE ((size_t)-2)

typedef struct {
  int count;
  unsigned value;
} mbstate_t;

static size_t fail(void) {
  __model_set_errno(EILSEQ);
  return FAILED;
}

/* ---- One character ---- */

/* Reads a character from at most n bytes; 0 for the NUL. */
static size_t read_char(wchar_t *to, const char *s, size_t n) {
  if (n == 0)
    return INCOMPLETE;
  unsigned char byte = (unsigned char)*s;
  if (byte > 127)
    return fail();
  if (to != NULL)
    *to = byte;
  return byte != 0;
}

static size_t write_char(char *to, wchar_t c) {
  if (c < 0 || c > 127)
    return fail();
  *to = (char)c;
  return 1;
}

int mbtowc(wchar_t *restrict to, const char *restrict s, size_t n) {
  if (s == NULL)
    return 0;
  size_t result = read_char(to, s, n);
  return result <= 1 ? (int)result : -1;
}

int mblen(const char *s, size_t n) {
  if (s == NULL)
    return 0;
  size_t result = read_char(NULL, s, n);
  return result <= 1 ? (int)result : -1;
}

int wctomb(char *s, wchar_t c) {
  if (s == NULL)
    return 0;
  return write_char(s, c) == 1 ? 1 : -1;
}

size_t mbrtowc(wchar_t *restrict to, const char *restrict s, size_t n,
               mbstate_t *restrict state) {
  (void)state;
  return s != NULL ? read_char(to, s, n) : 0;
}

size_t mbrlen(const char *restrict s, size_t n, mbstate_t *restrict state) {
  (void)state;
  return s != NULL ? read_char(NULL, s, n) : 0;
}

size_t wcrtomb(char *restrict s, wchar_t c, mbstate_t *restrict state) {
  (void)state;
  return s != NULL ? write_char(s, c) : 1;
}

int mbsinit(const mbstate_t *state) {
  (void)state;
  return 1;
}

wint_t btowc(int c) {
  return c >= 0 && c < 128 ? (wint_t)c : WEOF;
}

int wctob(wint_t c) {
  return c < 128 ? (int)c : EOF;
}

/* ---- Strings ---- */

/* Converts up to max characters from *s, which then says where it ended:
 * NULL after the NUL. Without `to`, only counts. */
static size_t read_string(wchar_t *to, const char **s, size_t max) {
  const char *p = *s;
  for (size_t n = 0; to == NULL || n < max; n++) {
    wchar_t c;
    size_t result = read_char(&c, p + n, 1);
    if (to != NULL) {
      *s = p + n;
      if (result == FAILED)
        return FAILED;
      to[n] = c;
      *s = c != 0 ? p + n + 1 : NULL;
    } else if (result == FAILED) {
      return FAILED;
    }
    if (c == 0)
      return n;
  }
  return max;
}

static size_t write_string(char *to, const wchar_t **s, size_t max) {
  const wchar_t *p = *s;
  for (size_t n = 0; to == NULL || n < max; n++) {
    char c;
    size_t result = write_char(&c, p[n]);
    if (to != NULL) {
      *s = p + n;
      if (result == FAILED)
        return FAILED;
      to[n] = c;
      *s = c != 0 ? p + n + 1 : NULL;
    } else if (result == FAILED) {
      return FAILED;
    }
    if (c == 0)
      return n;
  }
  return max;
}

size_t mbstowcs(wchar_t *to, const char *s, size_t max) {
  return read_string(to, &s, max);
}

size_t wcstombs(char *to, const wchar_t *s, size_t max) {
  return write_string(to, &s, max);
}

size_t mbsrtowcs(wchar_t *restrict to, const char **restrict s, size_t max,
                 mbstate_t *restrict state) {
  (void)state;
  return read_string(to, s, max);
}

size_t wcsrtombs(char *restrict to, const wchar_t **restrict s, size_t max,
                 mbstate_t *restrict state) {
  (void)state;
  return write_string(to, s, max);
}
