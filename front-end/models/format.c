/* The formats of the printf family: reading a conversion specification, and
 * fetching the arguments that it names, in turn or by position (%2$d). */
#include "printf.h"

#pragma clang section text = "string"

static int is_digit(char c) {
  return c >= '0' && c <= '9';
}

/* Reads a decimal number at *p; -1 if it does not fit into an int. */
static int read_number(const char **p) {
  int value = 0;
  for (; is_digit(**p); (*p)++) {
    int digit = **p - '0';
    if (value >= 0)
      value = value > (INT_MAX - digit) / 10 ? -1 : value * 10 + digit;
  }
  return value;
}

/* Reads "n$" at *p, and gives n; or leaves *p alone, and gives `otherwise`. */
static int read_position(const char **p, int otherwise) {
  const char *q = *p;
  int position = read_number(&q);
  if (q == *p || *q != '$')
    return otherwise;
  *p = q + 1;
  return position;
}

static unsigned flag_of(char c) {
  switch (c) {
  case '-':
    return FORMAT_LEFT;
  case '+':
    return FORMAT_PLUS;
  case ' ':
    return FORMAT_SPACE;
  case '#':
    return FORMAT_ALTERNATE;
  case '0':
    return FORMAT_ZERO;
  default:
    return 0;
  }
}

static const char *read_flags(const char *p, struct format_spec *spec) {
  /* "'" and 'I' do nothing in the "C" locale. */
  for (; flag_of(*p) != 0 || *p == '\'' || *p == 'I'; p++)
    spec->flags |= flag_of(*p);
  return p;
}

static const char *read_length(const char *p, enum format_length *length) {
  *length = LENGTH_NONE;
  switch (*p) {
  case 'h':
    *length = p[1] == 'h' ? LENGTH_CHAR : LENGTH_SHORT;
    return p[1] == 'h' ? p + 2 : p + 1;
  case 'l':
    *length = p[1] == 'l' ? LENGTH_LONG_LONG : LENGTH_LONG;
    return p[1] == 'l' ? p + 2 : p + 1;
  case 'z':
  case 'Z':
  case 't':
    *length = LENGTH_LONG;
    return p + 1;
  case 'j':
  case 'q':
  case 'L':
    *length = LENGTH_LONG_LONG;
    return p + 1;
  default:
    return p;
  }
}

const char *__model_format_spec(const char *p, struct format_spec *spec) {
  spec->flags = 0;
  spec->width = 0;
  spec->precision = -1;
  spec->width_from = NO_ARGUMENT;
  spec->precision_from = NO_ARGUMENT;

  spec->value_from = read_position(&p, NEXT_ARGUMENT);
  p = read_flags(p, spec);
  if (*p == '*') {
    p++;
    spec->width_from = read_position(&p, NEXT_ARGUMENT);
  } else {
    spec->width = read_number(&p);
  }
  if (*p == '.') {
    p++;
    if (*p == '*') {
      p++;
      spec->precision_from = read_position(&p, NEXT_ARGUMENT);
    } else {
      spec->precision = read_number(&p);
      if (spec->precision < 0)
        spec->width = -1;
    }
  }
  if (spec->width < 0) {
    __model_set_errno(EOVERFLOW);
    return NULL;
  }
  p = read_length(p, &spec->length);
  spec->conversion = *p;
  if (*p == '\0') {
    __model_set_errno(EINVAL);
    return NULL;
  }
  if (*p == 'C' || *p == 'S') {
    spec->conversion = *p == 'C' ? 'c' : 's';
    spec->length = LENGTH_LONG;
  }
  return p + 1;
}

/* ---- Arguments ---- */

enum kind {
  KIND_NONE,
  KIND_INT,
  KIND_LONG,
  KIND_LONG_LONG,
  KIND_DOUBLE,
  KIND_LONG_DOUBLE,
  KIND_POINTER,
};

#pragma clang section text = ""

/* The type of the argument that a spec converts. */
static enum kind kind_of(const struct format_spec *spec) {
  switch (spec->conversion) {
  case 'd':
  case 'i':
  case 'u':
  case 'o':
  case 'x':
  case 'X':
  case 'b':
  case 'B':
    if (spec->length == LENGTH_LONG)
      return KIND_LONG;
    return spec->length == LENGTH_LONG_LONG ? KIND_LONG_LONG : KIND_INT;
  case 'c':
    return KIND_INT;
  case 'e':
  case 'E':
  case 'f':
  case 'F':
  case 'g':
  case 'G':
  case 'a':
  case 'A':
    return spec->length == LENGTH_LONG_LONG ? KIND_LONG_DOUBLE : KIND_DOUBLE;
  case 's':
  case 'p':
  case 'n':
    return KIND_POINTER;
  default:
    return KIND_NONE;
  }
}

static union format_value fetch(struct format_arguments *arguments,
                                enum kind kind) {
  union format_value value = {0};
  switch (kind) {
  case KIND_NONE:
    break;
  case KIND_INT:
    value.integer = (unsigned long long)va_arg(arguments->list, int);
    break;
  case KIND_LONG:
    value.integer = (unsigned long long)va_arg(arguments->list, long);
    break;
  case KIND_LONG_LONG:
    value.integer = (unsigned long long)va_arg(arguments->list, long long);
    break;
  case KIND_DOUBLE:
    value.real = va_arg(arguments->list, double);
    break;
  case KIND_LONG_DOUBLE:
    value.real = (double)va_arg(arguments->list, long double);
    break;
  case KIND_POINTER:
    value.pointer = va_arg(arguments->list, void *);
    break;
  }
  return value;
}

/* Notes that the argument at a position is of a kind; 0 if out of range. */
static int note(enum kind *kinds, int *count, int position, enum kind kind) {
  if (position == NO_ARGUMENT || kind == KIND_NONE)
    return 1;
  if (position < 1 || position > FORMAT_POSITIONS)
    return 0;
  kinds[position - 1] = kind;
  if (*count < position)
    *count = position;
  return 1;
}

/* Fetches all arguments of a format that numbers them. */
static int prepare(struct format_arguments *arguments, const char *format) {
  enum kind kinds[FORMAT_POSITIONS];
  int count = 0;
  for (int i = 0; i < FORMAT_POSITIONS; i++)
    kinds[i] = KIND_INT;
  while (*format != '\0') {
    if (*format++ != '%')
      continue;
    struct format_spec spec;
    format = __model_format_spec(format, &spec);
    if (format == NULL)
      return -1;
    if (!note(kinds, &count, spec.width_from, KIND_INT) ||
        !note(kinds, &count, spec.precision_from, KIND_INT) ||
        !note(kinds, &count, spec.value_from, kind_of(&spec))) {
      __model_set_errno(EINVAL);
      return -1;
    }
  }
  for (int i = 0; i < count; i++)
    arguments->values[i] = fetch(arguments, kinds[i]);
  arguments->prepared = count;
  return 0;
}

/* Does the first conversion (other than %%) number its argument? */
static int is_numbered(const char *format) {
  for (; *format != '\0'; format++) {
    if (*format != '%')
      continue;
    format++;
    if (*format == '%')
      continue;
    return read_position(&format, NO_ARGUMENT) != NO_ARGUMENT;
  }
  return 0;
}

int __model_format_begin(struct format_arguments *arguments,
                         const char *format, va_list list) {
  va_copy(arguments->list, list);
  arguments->prepared = 0;
  return is_numbered(format) ? prepare(arguments, format) : 0;
}

static union format_value argument(struct format_arguments *arguments,
                                   int from, enum kind kind) {
  if (from >= 1 && from <= arguments->prepared)
    return arguments->values[from - 1];
  return fetch(arguments, kind);
}

int __model_format_sizes(struct format_arguments *arguments,
                         struct format_spec *spec) {
  if (spec->width_from != NO_ARGUMENT) {
    int width = (int)argument(arguments, spec->width_from, KIND_INT).integer;
    if (width < -INT_MAX) {
      __model_set_errno(EOVERFLOW);
      return -1;
    }
    if (width < 0)
      spec->flags |= FORMAT_LEFT;
    spec->width = width < 0 ? -width : width;
  }
  if (spec->precision_from != NO_ARGUMENT) {
    int precision =
        (int)argument(arguments, spec->precision_from, KIND_INT).integer;
    spec->precision = precision < 0 ? -1 : precision;
  }
  return 0;
}

union format_value __model_format_value(struct format_arguments *arguments,
                                        const struct format_spec *spec) {
  return argument(arguments, spec->value_from, kind_of(spec));
}
