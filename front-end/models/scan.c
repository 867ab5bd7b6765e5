/* Models of the scanf family: formatted reading from streams and strings.
 *
 * A number is first collected, as far as its characters can belong to one and
 * the width allows, with one character pushed back, and then converted; glibc
 * does the same, which decides what is consumed where a number breaks off. */
#include "model.h"

/* Where characters come from: a stream, or else a string. */
struct scan {
  FILE *stream;
  const char *text;
  long long consumed;
  int assigned;
  int ended;   /* with EOF before anything was assigned */
  int binary;  /* C23's 0b numerals */
  va_list list;
};

/* A conversion: %[*][width][length]letter. */
struct conversion {
  int suppress;
  int allocate; /* m */
  size_t width; /* 0: none */
  int length;   /* in bytes of an integer; 0: int */
  int is_long;  /* double instead of float */
  int letter;
};

static int next_char(struct scan *scan) {
  int c;
  if (scan->stream != NULL)
    c = __model_get(scan->stream);
  else
    c = *scan->text != '\0' ? (unsigned char)*scan->text++ : EOF;
  if (c != EOF)
    scan->consumed++;
  return c;
}

static void push_back(struct scan *scan, int c) {
  if (c == EOF)
    return;
  if (scan->stream != NULL)
    __model_unget(c, scan->stream);
  else
    scan->text--;
  scan->consumed--;
}

/* The first character after white space, or EOF. */
static int skip_space(struct scan *scan) {
  int c;
  do
    c = next_char(scan);
  while (c != EOF && __model_is_space(c));
  return c;
}

/* The end of the input where more was wanted. */
static int ended(struct scan *scan) {
  if (scan->assigned == 0)
    scan->ended = 1;
  return 0;
}

/* ---- Collecting ---- */

#define COLLECTED 512

/* Characters of a number. Longer ones than fit are cut, which no number of
 * interest is. */
struct collected {
  char text[COLLECTED + 1];
  size_t length;
  size_t left; /* of the width */
};

static int take(struct scan *scan, struct collected *to, int c, int keep) {
  if (keep && to->length < COLLECTED)
    to->text[to->length++] = (char)c;
  to->left--;
  return next_char(scan);
}

static int is_digit_of(int c, int base) {
  int digit = c >= '0' && c <= '9'   ? c - '0'
              : c >= 'a' && c <= 'f' ? c - 'a' + 10
              : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                     : 99;
  return digit < base;
}

/* Collects an integer numeral that begins with c; returns its base, or -1. */
static int collect_integer(struct scan *scan, struct collected *to, int c,
                           int base) {
  if (to->left > 0 && (c == '+' || c == '-'))
    c = take(scan, to, c, 1);
  size_t before = to->length;
  if (to->left > 0 && c == '0') {
    c = take(scan, to, c, 1);
    int letter = __model_lower(c);
    if (to->left > 0 && letter == 'x' && (base == 0 || base == 16)) {
      base = 16;
      c = take(scan, to, c, 0);
    } else if (to->left > 0 && letter == 'b' && scan->binary &&
               (base == 0 || base == 2)) {
      base = 2;
      c = take(scan, to, c, 0);
    } else if (base == 0) {
      base = 8;
    }
  }
  if (base == 0)
    base = 10;
  while (to->left > 0 && c != EOF && is_digit_of(c, base))
    c = take(scan, to, c, 1);
  push_back(scan, c);
  to->text[to->length] = '\0';
  return to->length > before ? base : -1;
}

/* Collects the rest of a word whose first letter is c; 1 if it is there. */
static int collect_word(struct scan *scan, struct collected *to, int *c,
                        const char *word) {
  for (size_t i = 0; word[i] != '\0'; i++) {
    if (to->left == 0 || __model_lower(*c) != word[i])
      return 0;
    *c = take(scan, to, *c, 1);
  }
  return 1;
}

/* Collects a floating-point numeral that begins with c; 1 if it is one. */
static int collect_real(struct scan *scan, struct collected *to, int c) {
  if (c == '+' || c == '-')
    c = take(scan, to, c, 1);
  int good;
  if (to->left > 0 && __model_lower(c) == 'n') {
    good = collect_word(scan, to, &c, "nan");
  } else if (to->left > 0 && __model_lower(c) == 'i') {
    good = collect_word(scan, to, &c, "inf");
    if (good && to->left > 0 && __model_lower(c) == 'i')
      good = collect_word(scan, to, &c, "inity");
  } else {
    int base = 10, digits = 0, point = 0;
    if (to->left > 0 && c == '0') {
      digits = 1;
      c = take(scan, to, c, 1);
      if (to->left > 0 && __model_lower(c) == 'x') {
        base = 16;
        digits = 0;
        c = take(scan, to, c, 1);
      }
    }
    while (to->left > 0 && c != EOF) {
      if (is_digit_of(c, base))
        digits = 1;
      else if (c == '.' && !point)
        point = 1;
      else
        break;
      c = take(scan, to, c, 1);
    }
    good = digits;
    if (good && to->left > 0 && __model_lower(c) == (base == 16 ? 'p' : 'e')) {
      c = take(scan, to, c, 1);
      if (to->left > 0 && (c == '+' || c == '-'))
        c = take(scan, to, c, 1);
      while (to->left > 0 && c != EOF && is_digit_of(c, 10))
        c = take(scan, to, c, 1);
    }
  }
  push_back(scan, c);
  to->text[to->length] = '\0';
  return good;
}

/* ---- Conversions: 1 if scanning goes on ---- */

static void store_integer(void *to, unsigned long long value, int length) {
  switch (length) {
  case 1:
    *(unsigned char *)to = (unsigned char)value;
    break;
  case 2:
    *(unsigned short *)to = (unsigned short)value;
    break;
  case 8:
    *(unsigned long long *)to = value;
    break;
  default:
    *(unsigned *)to = (unsigned)value;
  }
}

static int scan_integer(struct scan *scan, const struct conversion *conversion,
                        int base, int is_signed) {
  int c = skip_space(scan);
  if (c == EOF)
    return ended(scan);
  struct collected digits;
  digits.length = 0;
  digits.left = conversion->width != 0 ? conversion->width : SIZE_MAX;
  base = collect_integer(scan, &digits, c, base);
  if (base < 0)
    return 0;
  unsigned long long value;
  int wide = conversion->length == 8;
  if (is_signed)
    value = __model_parse_signed(
        digits.text, NULL, base,
        wide ? (unsigned long long)LLONG_MAX : (unsigned long long)LONG_MAX, 0);
  else
    value = __model_parse_unsigned(digits.text, NULL, base,
                                   wide ? ~0ULL : (unsigned long)-1, 0);
  if (!conversion->suppress) {
    store_integer(va_arg(scan->list, void *), value, conversion->length);
    scan->assigned++;
  }
  return 1;
}

static int scan_pointer(struct scan *scan, const struct conversion *conversion) {
  struct conversion as_integer = *conversion;
  as_integer.length = sizeof(void *);
  return scan_integer(scan, &as_integer, 16, 0);
}

static int scan_real(struct scan *scan, const struct conversion *conversion) {
  int c = skip_space(scan);
  if (c == EOF)
    return ended(scan);
  struct collected digits;
  digits.length = 0;
  digits.left = conversion->width != 0 ? conversion->width : SIZE_MAX;
  if (!collect_real(scan, &digits, c))
    return 0;
  if (conversion->suppress)
    return 1;
  void *to = va_arg(scan->list, void *);
  if (conversion->is_long == 2)
    *(long double *)to = (long double)__model_parse_real(digits.text, NULL, 0);
  else if (conversion->is_long)
    *(double *)to = __model_parse_real(digits.text, NULL, 0);
  else
    *(float *)to = (float)__model_parse_real(digits.text, NULL, 1);
  scan->assigned++;
  return 1;
}

/* Where the characters of %c, %s and %[ go: nowhere, to the program's array,
 * or to one that is allocated and grows. */
struct target {
  char **allocated;
  char *to;
  size_t length, capacity;
};

static void open_target(struct scan *scan, const struct conversion *conversion,
                        struct target *target) {
  target->allocated = NULL;
  target->to = NULL;
  target->length = 0;
  target->capacity = 0;
  if (conversion->suppress)
    return;
  if (conversion->allocate) {
    target->allocated = va_arg(scan->list, char **);
    target->capacity = 100;
    target->to = malloc(target->capacity);
  } else {
    target->to = va_arg(scan->list, char *);
  }
}

static void put(struct target *target, int c) {
  if (target->to == NULL)
    return;
  if (target->allocated != NULL && target->length == target->capacity) {
    char *moved = malloc(2 * target->capacity);
    if (moved == NULL)
      return;
    __builtin_memcpy(moved, target->to, target->length);
    free(target->to);
    target->to = moved;
    target->capacity *= 2;
  }
  target->to[target->length++] = (char)c;
}

/* An array of exactly the right size, so that each access past its end shows. */
static void close_target(struct scan *scan, struct target *target) {
  if (target->to == NULL)
    return;
  if (target->allocated != NULL) {
    char *exact = malloc(target->length);
    if (exact != NULL)
      __builtin_memcpy(exact, target->to, target->length);
    free(target->to);
    *target->allocated = exact;
  }
  scan->assigned++;
}

static int scan_chars(struct scan *scan, const struct conversion *conversion) {
  size_t width = conversion->width != 0 ? conversion->width : 1;
  int c = next_char(scan);
  if (c == EOF)
    return ended(scan);
  struct target target;
  open_target(scan, conversion, &target);
  for (;;) {
    put(&target, c);
    if (--width == 0)
      break;
    c = next_char(scan);
    if (c == EOF)
      break;
  }
  close_target(scan, &target);
  return 1;
}

/* A set of characters. */
struct set {
  unsigned char member[256];
};

/* Reads as many characters of the set as there are, of which c is the first. */
static int scan_set(struct scan *scan, const struct conversion *conversion,
                    const struct set *set, int c) {
  if (c == EOF)
    return ended(scan);
  if (!set->member[c]) {
    push_back(scan, c);
    return 0;
  }
  size_t width = conversion->width != 0 ? conversion->width : SIZE_MAX;
  struct target target;
  open_target(scan, conversion, &target);
  while (c != EOF && set->member[c]) {
    put(&target, c);
    if (--width == 0)
      break;
    c = next_char(scan);
  }
  if (width > 0)
    push_back(scan, c);
  put(&target, '\0');
  close_target(scan, &target);
  return 1;
}

/* The set after "%["; returns what follows its "]". */
static const char *parse_set(const char *format, struct set *set) {
  int negated = *format == '^';
  if (negated)
    format++;
  for (int i = 0; i < 256; i++)
    set->member[i] = (unsigned char)negated;
  const char *first = format;
  while (*format != '\0' && (*format != ']' || format == first)) {
    unsigned char low = (unsigned char)*format, high = low;
    if (format[1] == '-' && format[2] != ']' && format[2] != '\0') {
      high = (unsigned char)format[2];
      format += 2;
    }
    for (int c = low; c <= high; c++)
      set->member[c] = (unsigned char)!negated;
    format++;
  }
  return *format != '\0' ? format + 1 : format;
}

static int scan_word(struct scan *scan, const struct conversion *conversion) {
  struct set set;
  for (int i = 0; i < 256; i++)
    set.member[i] = (unsigned char)!__model_is_space(i);
  return scan_set(scan, conversion, &set, skip_space(scan));
}

static void scan_count(struct scan *scan, const struct conversion *conversion) {
  if (!conversion->suppress)
    store_integer(va_arg(scan->list, void *),
                  (unsigned long long)scan->consumed, conversion->length);
}

/* ---- The format ---- */

static const char *parse_conversion(const char *format,
                                    struct conversion *result) {
  result->suppress = result->allocate = 0;
  result->width = 0;
  result->length = 4;
  result->is_long = 0;
  if (*format == '*') {
    result->suppress = 1;
    format++;
  }
  for (; *format >= '0' && *format <= '9'; format++)
    result->width = result->width * 10 + (size_t)(*format - '0');
  if (*format == 'm') {
    result->allocate = 1;
    format++;
  }
  switch (*format) {
  case 'h':
    format++;
    result->length = 2;
    if (*format == 'h') {
      format++;
      result->length = 1;
    }
    break;
  case 'l':
    format++;
    result->length = sizeof(long);
    result->is_long = 1;
    if (*format == 'l') {
      format++;
      result->length = 8;
      result->is_long = 2;
    }
    break;
  case 'L':
  case 'q':
    format++;
    result->length = 8;
    result->is_long = 2;
    break;
  case 'j':
    format++;
    result->length = 8;
    break;
  case 'z':
  case 't':
    format++;
    result->length = sizeof(size_t);
    break;
  default:
    break;
  }
  result->letter = (unsigned char)*format;
  return *format != '\0' ? format + 1 : format;
}

/* One conversion; 1 if scanning goes on. */
static int convert(struct scan *scan, const struct conversion *conversion,
                   const struct set *set) {
  switch (conversion->letter) {
  case 'd':
    return scan_integer(scan, conversion, 10, 1);
  case 'i':
    return scan_integer(scan, conversion, 0, 1);
  case 'u':
    return scan_integer(scan, conversion, 10, 0);
  case 'o':
    return scan_integer(scan, conversion, 8, 0);
  case 'x':
  case 'X':
    return scan_integer(scan, conversion, 16, 0);
  case 'b':
    return scan_integer(scan, conversion, 2, 0);
  case 'p':
    return scan_pointer(scan, conversion);
  case 'e':
  case 'f':
  case 'g':
  case 'a':
  case 'E':
  case 'F':
  case 'G':
  case 'A':
    return scan_real(scan, conversion);
  case 'c':
    return scan_chars(scan, conversion);
  case 's':
    return scan_word(scan, conversion);
  case '[':
    return scan_set(scan, conversion, set, next_char(scan));
  case 'n':
    scan_count(scan, conversion);
    return 1;
  case '%': {
    int c = skip_space(scan);
    if (c == '%')
      return 1;
    if (c == EOF)
      return ended(scan);
    push_back(scan, c);
    return 0;
  }
  default:
    return 0;
  }
}

static int run(struct scan *scan, const char *format) {
  int go_on = 1;
  while (go_on && *format != '\0') {
    int letter = (unsigned char)*format++;
    if (__model_is_space(letter)) {
      push_back(scan, skip_space(scan));
    } else if (letter == '%') {
      struct conversion conversion;
      struct set set;
      format = parse_conversion(format, &conversion);
      if (conversion.letter == '[')
        format = parse_set(format, &set);
      go_on = convert(scan, &conversion, &set);
    } else {
      int c = next_char(scan);
      if (c == EOF) {
        go_on = ended(scan);
      } else if (c != letter) {
        push_back(scan, c);
        go_on = 0;
      }
    }
  }
  return scan->ended ? EOF : scan->assigned;
}

static int scan(FILE *stream, const char *text, const char *format,
                va_list list, int binary) {
  struct scan state;
  state.stream = stream;
  state.text = text;
  state.consumed = 0;
  state.assigned = 0;
  state.ended = 0;
  state.binary = binary;
  va_copy(state.list, list);
  int result = run(&state, format);
  va_end(state.list);
  return result;
}

/* ---- The functions, as C99's and C23's headers name them ---- */

#define FAMILY(prefix, binary)                                                 \
  int prefix##vfscanf(FILE *restrict stream, const char *restrict format,      \
                      va_list list) {                                          \
    return scan(stream, NULL, format, list, binary);                           \
  }                                                                            \
  int prefix##vscanf(const char *restrict format, va_list list) {              \
    return scan(stdin, NULL, format, list, binary);                            \
  }                                                                            \
  int prefix##vsscanf(const char *restrict text, const char *restrict format,  \
                      va_list list) {                                          \
    return scan(NULL, text, format, list, binary);                             \
  }                                                                            \
  int prefix##fscanf(FILE *restrict stream, const char *restrict format,       \
                     ...) {                                                    \
    va_list list;                                                              \
    va_start(list, format);                                                    \
    int result = scan(stream, NULL, format, list, binary);                     \
    va_end(list);                                                              \
    return result;                                                             \
  }                                                                            \
  int prefix##scanf(const char *restrict format, ...) {                        \
    va_list list;                                                              \
    va_start(list, format);                                                    \
    int result = scan(stdin, NULL, format, list, binary);                      \
    va_end(list);                                                              \
    return result;                                                             \
  }                                                                            \
  int prefix##sscanf(const char *restrict text, const char *restrict format,   \
                     ...) {                                                    \
    va_list list;                                                              \
    va_start(list, format);                                                    \
    int result = scan(NULL, text, format, list, binary);                       \
    va_end(list);                                                              \
    return result;                                                             \
  }

FAMILY(, 0)
FAMILY(__isoc99_, 0)
FAMILY(__isoc23_, 1)
