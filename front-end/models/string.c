/* Models of the ISO C functions of <string.h>, except strerror (errno.c).
 *
 * Copies of a known size are single instructions of the simulator, with full
 * checks; searches go byte by byte and never read past what they need. */
#include "model.h"

typedef unsigned char byte;

/* ---- Shared helpers ---- */

#pragma clang section text = "string"

size_t __model_length(const char *s) {
  size_t n = 0;
  while (s[n] != '\0')
    n++;
  return n;
}

size_t __model_length_max(const char *s, size_t max) {
  size_t n = 0;
  while (n < max && s[n] != '\0')
    n++;
  return n;
}

#pragma clang section text = ""

int __model_compare(const void *a, const void *b, size_t n) {
  const byte *x = a, *y = b;
  for (size_t i = 0; i < n; i++)
    if (x[i] != y[i])
      return x[i] - y[i];
  return 0;
}

#pragma clang section text = "string"

/* Is c among the bytes of set? */
static int contains(const char *set, char c) {
  for (; *set != '\0'; set++)
    if (*set == c)
      return 1;
  return 0;
}

/* The number of leading bytes of s that are in set (member 1) or not (0). */
static size_t span(const char *s, const char *set, int member) {
  size_t n = 0;
  while (s[n] != '\0' && contains(set, s[n]) == member)
    n++;
  return n;
}

/* ---- Memory ---- */

#pragma clang section text = ""

void *memcpy(void *restrict to, const void *restrict from, size_t n) {
  __builtin_memcpy(to, from, n);
  return to;
}

void *memmove(void *to, const void *from, size_t n) {
  __builtin_memmove(to, from, n);
  return to;
}

void *memset(void *to, int c, size_t n) {
  __builtin_memset(to, c, n);
  return to;
}

int memcmp(const void *a, const void *b, size_t n) {
  return __model_compare(a, b, n);
}

void *memchr(const void *s, int c, size_t n) {
  const byte *p = s;
  for (size_t i = 0; i < n; i++)
    if (p[i] == (byte)c)
      return (void *)(p + i);
  return NULL;
}

/* ---- Strings ---- */

#pragma clang section text = "string"

size_t strlen(const char *s) {
  return __model_length(s);
}

char *strcpy(char *restrict to, const char *restrict from) {
  size_t size = __model_length(from) + 1;
  __rarebit_disjoint(to, size, from, size);
  __builtin_memcpy(to, from, size);
  return to;
}

char *strncpy(char *restrict to, const char *restrict from, size_t n) {
  size_t length = __model_length_max(from, n);
  size_t size = length < n ? length + 1 : n;
  __rarebit_disjoint(to, size, from, size);
  __builtin_memcpy(to, from, length);
  __builtin_memset(to + length, 0, n - length);
  return to;
}

char *strcat(char *restrict to, const char *restrict from) {
  size_t used = __model_length(to), length = __model_length(from);
  __builtin_memcpy(to + used, from, length + 1);
  __rarebit_disjoint(to, used + length + 1, from, length + 1);
  return to;
}

char *strncat(char *restrict to, const char *restrict from, size_t n) {
  size_t used = __model_length(to);
  char *end = to + used;
  size_t length = __model_length_max(from, n);
  __builtin_memcpy(end, from, length);
  end[length] = '\0';
  __rarebit_disjoint(to, used + length + 1, from,
                     length < n ? length + 1 : length);
  return to;
}

int strcmp(const char *a, const char *b) {
  size_t i = 0;
  while (a[i] != '\0' && a[i] == b[i])
    i++;
  return (byte)a[i] - (byte)b[i];
}

int strncmp(const char *a, const char *b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (a[i] != b[i])
      return (byte)a[i] - (byte)b[i];
    if (a[i] == '\0')
      return 0;
  }
  return 0;
}

/* The "C" locale collates by byte values. */
int strcoll(const char *a, const char *b) {
  size_t i = 0;
  while (a[i] != '\0' && a[i] == b[i])
    i++;
  return (byte)a[i] - (byte)b[i];
}

size_t strxfrm(char *restrict to, const char *restrict from, size_t n) {
  size_t length = __model_length(from);
  if (n > 0)
    __builtin_memcpy(to, from, length < n ? length + 1 : n);
  return length;
}

char *strchr(const char *s, int c) {
  for (;; s++) {
    if (*s == (char)c)
      return (char *)s;
    if (*s == '\0')
      return NULL;
  }
}

char *strrchr(const char *s, int c) {
  const char *found = NULL;
  for (;; s++) {
    if (*s == (char)c)
      found = s;
    if (*s == '\0')
      return (char *)found;
  }
}

size_t strspn(const char *s, const char *accept) {
  return span(s, accept, 1);
}

size_t strcspn(const char *s, const char *reject) {
  return span(s, reject, 0);
}

char *strpbrk(const char *s, const char *accept) {
  s += span(s, accept, 0);
  return *s != '\0' ? (char *)s : NULL;
}

char *strstr(const char *s, const char *needle) {
  if (needle[0] == '\0')
    return (char *)s;
  for (; *s != '\0'; s++) {
    size_t i = 0;
    while (needle[i] != '\0' && s[i] == needle[i])
      i++;
    if (needle[i] == '\0')
      return (char *)s;
  }
  return NULL;
}

/* ---- Tokens ---- */

static char *next_token(char *s, const char *delimiters, char **rest) {
  if (s == NULL)
    s = *rest;
  s += span(s, delimiters, 1);
  if (*s == '\0') {
    *rest = s;
    return NULL;
  }
  char *end = s + span(s, delimiters, 0);
  if (*end != '\0')
    *end++ = '\0';
  *rest = end;
  return s;
}

char *strtok_r(char *restrict s, const char *restrict delimiters,
               char **restrict rest) {
  return next_token(s, delimiters, rest);
}

char *strtok(char *restrict s, const char *restrict delimiters) {
  static char *rest;
  return next_token(s, delimiters, &rest);
}

char *strsep(char **restrict rest, const char *restrict delimiters) {
  char *s = *rest;
  if (s == NULL)
    return NULL;
  char *end = s + span(s, delimiters, 0);
  if (*end != '\0') {
    *end = '\0';
    *rest = end + 1;
  } else {
    *rest = NULL;
  }
  return s;
}
