/*
 * The input functions of a benchmark program, natively: values are words on standard input, in the order in which the
 * program asks for them. A failed assumption exits with 77, a missing or malformed value with 78.
 */
#include <stdio.h>
#include <stdlib.h>

static const char *next(void) {
  static char word[64];
  if (scanf("%63s", word) != 1) {
    fprintf(stderr, "driver: the program asks for more values than there are\n");
    exit(78);
  }
  return word;
}

static void check(const char *word, const char *end) {
  if (end == word || *end != '\0') {
    fprintf(stderr, "driver: %s is not a value\n", word);
    exit(78);
  }
}

static unsigned long long integer(void) {
  const char *word = next();
  char *end;
  unsigned long long value = *word == '-' ? (unsigned long long)strtoll(word, &end, 0) : strtoull(word, &end, 0);
  check(word, end);
  return value;
}

#define INTEGER(type, name)                                                                                            \
  type __VERIFIER_nondet_##name(void) {                                                                                \
    return (type)integer();                                                                                            \
  }

INTEGER(_Bool, bool)
INTEGER(char, char)
INTEGER(unsigned char, uchar)
INTEGER(short, short)
INTEGER(unsigned short, ushort)
INTEGER(int, int)
INTEGER(unsigned int, uint)
INTEGER(long, long)
INTEGER(unsigned long, ulong)
INTEGER(long long, longlong)
INTEGER(unsigned long long, ulonglong)

float __VERIFIER_nondet_float(void) {
  const char *word = next();
  char *end;
  float value = strtof(word, &end);
  check(word, end);
  return value;
}

double __VERIFIER_nondet_double(void) {
  const char *word = next();
  char *end;
  double value = strtod(word, &end);
  check(word, end);
  return value;
}

void __VERIFIER_assume(int condition) {
  if (!condition) {
    exit(77);
  }
}
