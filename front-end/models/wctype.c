/* Models of <wctype.h>, for the "C" locale: only ASCII has classes. */
#include "model.h"

static int in_range(wint_t c, char first, char last) {
  return c >= (wint_t)first && c <= (wint_t)last;
}

static int is_lower(wint_t c) {
  return in_range(c, 'a', 'z');
}

static int is_upper(wint_t c) {
  return in_range(c, 'A', 'Z');
}

static int is_digit(wint_t c) {
  return in_range(c, '0', '9');
}

static int is_alnum(wint_t c) {
  return is_lower(c) || is_upper(c) || is_digit(c);
}

static int is_graph(wint_t c) {
  return in_range(c, '!', '~');
}

int iswalnum(wint_t c) {
  return is_alnum(c);
}

int iswalpha(wint_t c) {
  return is_lower(c) || is_upper(c);
}

int iswblank(wint_t c) {
  return c == ' ' || c == '\t';
}

int iswcntrl(wint_t c) {
  return c < ' ' || c == 127;
}

int iswdigit(wint_t c) {
  return is_digit(c);
}

int iswgraph(wint_t c) {
  return is_graph(c);
}

int iswlower(wint_t c) {
  return is_lower(c);
}

int iswprint(wint_t c) {
  return c == ' ' || is_graph(c);
}

int iswpunct(wint_t c) {
  return is_graph(c) && !is_alnum(c);
}

int iswspace(wint_t c) {
  return c == ' ' || in_range(c, '\t', '\r');
}

int iswupper(wint_t c) {
  return is_upper(c);
}

int iswxdigit(wint_t c) {
  return is_digit(c) || in_range(c, 'a', 'f') || in_range(c, 'A', 'F');
}

wint_t towlower(wint_t c) {
  return is_upper(c) ? c - 'A' + 'a' : c;
}

wint_t towupper(wint_t c) {
  return is_lower(c) ? c - 'a' + 'A' : c;
}
