/* Models of the wide strings of <wchar.h>. */
#include "model.h"

#pragma clang section text = "string"

static size_t length_of(const wchar_t *s) {
  size_t n = 0;
  while (s[n] != 0)
    n++;
  return n;
}

static size_t length_max(const wchar_t *s, size_t max) {
  size_t n = 0;
  while (n < max && s[n] != 0)
    n++;
  return n;
}

/* Copies n wide characters. */
static void copy(wchar_t *to, const wchar_t *from, size_t n) {
  __builtin_memcpy(to, from, n * sizeof(wchar_t));
}

static int order(wchar_t a, wchar_t b) {
  return (a > b) - (a < b);
}

/* Is c among the characters of set? */
static int contains(const wchar_t *set, wchar_t c) {
  for (; *set != 0; set++)
    if (*set == c)
      return 1;
  return 0;
}

/* The number of leading characters that are in set (member 1) or not (0). */
static size_t span(const wchar_t *s, const wchar_t *set, int member) {
  size_t n = 0;
  while (s[n] != 0 && contains(set, s[n]) == member)
    n++;
  return n;
}

/* ---- Arrays ---- */

#pragma clang section text = ""

wchar_t *wmemcpy(wchar_t *restrict to, const wchar_t *restrict from,
                 size_t n) {
  copy(to, from, n);
  return to;
}

wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t n) {
  __builtin_memmove(to, from, n * sizeof(wchar_t));
  return to;
}

wchar_t *wmemset(wchar_t *to, wchar_t c, size_t n) {
  for (size_t i = 0; i < n; i++)
    to[i] = c;
  return to;
}

int wmemcmp(const wchar_t *a, const wchar_t *b, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (a[i] != b[i])
      return order(a[i], b[i]);
  return 0;
}

wchar_t *wmemchr(const wchar_t *s, wchar_t c, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (s[i] == c)
      return (wchar_t *)s + i;
  return NULL;
}

/* ---- Strings ---- */

#pragma clang section text = "string"

size_t wcslen(const wchar_t *s) {
  return length_of(s);
}

size_t wcsnlen(const wchar_t *s, size_t max) {
  return length_max(s, max);
}

wchar_t *wcscpy(wchar_t *restrict to, const wchar_t *restrict from) {
  copy(to, from, length_of(from) + 1);
  return to;
}

wchar_t *wcsncpy(wchar_t *restrict to, const wchar_t *restrict from,
                 size_t n) {
  size_t length = length_max(from, n);
  copy(to, from, length);
  __builtin_memset(to + length, 0, (n - length) * sizeof(wchar_t));
  return to;
}

wchar_t *wcscat(wchar_t *restrict to, const wchar_t *restrict from) {
  copy(to + length_of(to), from, length_of(from) + 1);
  return to;
}

wchar_t *wcsncat(wchar_t *restrict to, const wchar_t *restrict from,
                 size_t n) {
  wchar_t *end = to + length_of(to);
  size_t length = length_max(from, n);
  copy(end, from, length);
  end[length] = 0;
  return to;
}

wchar_t *wcsdup(const wchar_t *s) {
  size_t count = length_of(s) + 1;
  wchar_t *result = malloc(count * sizeof(wchar_t));
  if (result != NULL)
    copy(result, s, count);
  return result;
}

int wcscmp(const wchar_t *a, const wchar_t *b) {
  size_t i = 0;
  while (a[i] != 0 && a[i] == b[i])
    i++;
  return order(a[i], b[i]);
}

int wcsncmp(const wchar_t *a, const wchar_t *b, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (a[i] != b[i] || a[i] == 0)
      return order(a[i], b[i]);
  return 0;
}

wchar_t *wcschr(const wchar_t *s, wchar_t c) {
  for (;; s++) {
    if (*s == c)
      return (wchar_t *)s;
    if (*s == 0)
      return NULL;
  }
}

wchar_t *wcsrchr(const wchar_t *s, wchar_t c) {
  const wchar_t *found = NULL;
  for (;; s++) {
    if (*s == c)
      found = s;
    if (*s == 0)
      return (wchar_t *)found;
  }
}

size_t wcsspn(const wchar_t *s, const wchar_t *accept) {
  return span(s, accept, 1);
}

size_t wcscspn(const wchar_t *s, const wchar_t *reject) {
  return span(s, reject, 0);
}

wchar_t *wcspbrk(const wchar_t *s, const wchar_t *accept) {
  s += span(s, accept, 0);
  return *s != 0 ? (wchar_t *)s : NULL;
}

wchar_t *wcsstr(const wchar_t *s, const wchar_t *needle) {
  if (needle[0] == 0)
    return (wchar_t *)s;
  for (; *s != 0; s++) {
    size_t i = 0;
    while (needle[i] != 0 && s[i] == needle[i])
      i++;
    if (needle[i] == 0)
      return (wchar_t *)s;
  }
  return NULL;
}

wchar_t *wcstok(wchar_t *restrict s, const wchar_t *restrict delimiters,
                wchar_t **restrict rest) {
  if (s == NULL)
    s = *rest;
  if (s == NULL)
    return NULL;
  s += span(s, delimiters, 1);
  if (*s == 0) {
    *rest = NULL;
    return NULL;
  }
  wchar_t *end = s + span(s, delimiters, 0);
  if (*end != 0) {
    *end = 0;
    *rest = end + 1;
  } else {
    *rest = NULL;
  }
  return s;
}
