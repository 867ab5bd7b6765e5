/* Models of the POSIX and GNU functions of <string.h> and <strings.h>, and of
 * basename and dirname. */
#include "model.h"

typedef unsigned char byte;

/* ---- Memory ---- */

void *mempcpy(void *restrict to, const void *restrict from, size_t n) {
  __builtin_memcpy(to, from, n);
  return (byte *)to + n;
}

void *memccpy(void *restrict to, const void *restrict from, int c, size_t n) {
  byte *t = to;
  const byte *f = from;
  for (size_t i = 0; i < n; i++) {
    t[i] = f[i];
    if (f[i] == (byte)c)
      return t + i + 1;
  }
  return NULL;
}

void *memrchr(const void *s, int c, size_t n) {
  const byte *p = s;
  while (n > 0) {
    n--;
    if (p[n] == (byte)c)
      return (void *)(p + n);
  }
  return NULL;
}

void *rawmemchr(const void *s, int c) {
  const byte *p = s;
  while (*p != (byte)c)
    p++;
  return (void *)p;
}

void *memmem(const void *s, size_t n, const void *needle, size_t m) {
  const byte *p = s;
  if (m == 0)
    return (void *)p;
  for (; n >= m; p++, n--)
    if (__model_compare(p, needle, m) == 0)
      return (void *)p;
  return NULL;
}

void bzero(void *to, size_t n) {
  __builtin_memset(to, 0, n);
}

void explicit_bzero(void *to, size_t n) {
  __builtin_memset(to, 0, n);
}

int bcmp(const void *a, const void *b, size_t n) {
  return __model_compare(a, b, n);
}

void bcopy(const void *from, void *to, size_t n) {
  __builtin_memmove(to, from, n);
}

/* ---- Strings ---- */

#pragma clang section text = "string"

size_t strnlen(const char *s, size_t max) {
  return __model_length_max(s, max);
}

char *stpcpy(char *restrict to, const char *restrict from) {
  size_t length = __model_length(from);
  __rarebit_disjoint(to, length + 1, from, length + 1);
  __builtin_memcpy(to, from, length + 1);
  return to + length;
}

char *stpncpy(char *restrict to, const char *restrict from, size_t n) {
  size_t length = __model_length_max(from, n);
  size_t size = length < n ? length + 1 : n;
  __rarebit_disjoint(to, size, from, size);
  __builtin_memcpy(to, from, length);
  __builtin_memset(to + length, 0, n - length);
  return to + length;
}

size_t strlcpy(char *restrict to, const char *restrict from, size_t size) {
  size_t length = __model_length(from);
  if (size > 0) {
    size_t n = length < size ? length : size - 1;
    __builtin_memcpy(to, from, n);
    to[n] = '\0';
  }
  return length;
}

size_t strlcat(char *restrict to, const char *restrict from, size_t size) {
  size_t used = __model_length_max(to, size);
  size_t length = __model_length(from);
  if (used < size) {
    size_t room = size - used - 1;
    size_t n = length < room ? length : room;
    __builtin_memcpy(to + used, from, n);
    to[used + n] = '\0';
  }
  return used + length;
}

static char *duplicate(const char *s, size_t length) {
  char *copy = malloc(length + 1);
  if (copy == NULL)
    return NULL;
  __builtin_memcpy(copy, s, length);
  copy[length] = '\0';
  return copy;
}

char *strdup(const char *s) {
  return duplicate(s, __model_length(s));
}

char *strndup(const char *s, size_t max) {
  return duplicate(s, __model_length_max(s, max));
}

char *strchrnul(const char *s, int c) {
  while (*s != '\0' && *s != (char)c)
    s++;
  return (char *)s;
}

char *index(const char *s, int c) {
  while (*s != '\0' && *s != (char)c)
    s++;
  return *s == (char)c ? (char *)s : NULL;
}

char *rindex(const char *s, int c) {
  const char *found = NULL;
  for (;; s++) {
    if (*s == (char)c)
      found = s;
    if (*s == '\0')
      return (char *)found;
  }
}

/* ---- Without regard to case ---- */

int strcasecmp(const char *a, const char *b) {
  for (size_t i = 0;; i++) {
    int x = __model_lower((byte)a[i]), y = __model_lower((byte)b[i]);
    if (x != y || x == '\0')
      return x - y;
  }
}

int strncasecmp(const char *a, const char *b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    int x = __model_lower((byte)a[i]), y = __model_lower((byte)b[i]);
    if (x != y || x == '\0')
      return x - y;
  }
  return 0;
}

char *strcasestr(const char *s, const char *needle) {
  if (needle[0] == '\0')
    return (char *)s;
  for (; *s != '\0'; s++) {
    size_t i = 0;
    while (needle[i] != '\0' && s[i] != '\0' &&
           __model_lower((byte)s[i]) == __model_lower((byte)needle[i]))
      i++;
    if (needle[i] == '\0')
      return (char *)s;
  }
  return NULL;
}

/* ---- Bits ---- */

int ffsll(long long i) {
  return i != 0 ? __builtin_ctzll((unsigned long long)i) + 1 : 0;
}

int ffsl(long i) {
  return i != 0 ? __builtin_ctzl((unsigned long)i) + 1 : 0;
}

int ffs(int i) {
  return i != 0 ? __builtin_ctz((unsigned)i) + 1 : 0;
}

/* ---- Paths ---- */

/* The length of path[0..end) without its trailing slashes. */
static size_t without_slashes(const char *path, size_t end) {
  while (end > 0 && path[end - 1] == '/')
    end--;
  return end;
}

/* GNU's basename: what follows the last slash. */
char *basename(const char *path) {
  const char *base = path;
  for (; *path != '\0'; path++)
    if (*path == '/')
      base = path + 1;
  return (char *)base;
}

/* POSIX's basename, from <libgen.h>: may cut trailing slashes off. */
char *__xpg_basename(char *path) {
  if (path == NULL || path[0] == '\0')
    return (char *)".";
  size_t length = __model_length(path);
  size_t end = without_slashes(path, length);
  if (end == 0)
    return path + length - 1;
  if (end < length)
    path[end] = '\0';
  size_t start = end;
  while (start > 0 && path[start - 1] != '/')
    start--;
  return path + start;
}

/* Keeps two leading slashes, but not more, as glibc does. */
char *dirname(char *path) {
  if (path == NULL || path[0] == '\0')
    return (char *)".";
  size_t end = without_slashes(path, __model_length(path));
  while (end > 0 && path[end - 1] != '/')
    end--;
  if (end == 0 && path[0] != '/')
    return (char *)".";
  end = without_slashes(path, end);
  if (end == 0)
    end = path[1] == '/' && path[2] != '/' ? 2 : 1;
  path[end] = '\0';
  return path;
}
