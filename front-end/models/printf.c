/* The engine of the printf family: converts a format with its arguments into
 * a stream or a text, byte for byte as glibc does in the "C" locale. */
#include "printf.h"

#pragma clang section text = "string"

/* ---- Characters and strings ---- */

/* The "C" locale has no multibyte form of a character beyond ASCII. */
static int check_wide(struct sink *sink, wchar_t c) {
  if (c >= 0 && c < 128)
    return 1;
  sink->failed = 1;
  __model_set_errno(EILSEQ);
  return 0;
}

static void convert_char(struct sink *sink, struct format_spec *spec,
                         int value) {
  char c = (char)value;
  if (spec->length == LENGTH_LONG && !check_wide(sink, value))
    return;
  __model_sink_text(sink, spec, &c, 1);
}

static void convert_wide_string(struct sink *sink, struct format_spec *spec,
                                const wchar_t *s) {
  size_t max = spec->precision < 0 ? SIZE_MAX : (size_t)spec->precision;
  size_t length = 0;
  while (length < max && s[length] != 0) {
    if (!check_wide(sink, s[length]))
      return;
    length++;
  }
  size_t width = (size_t)spec->width;
  size_t padding = width > length ? width - length : 0;
  if (!(spec->flags & FORMAT_LEFT))
    __model_sink_fill(sink, ' ', padding);
  for (size_t i = 0; i < length; i++) {
    char c = (char)s[i];
    __model_sink_emit(sink, &c, 1);
  }
  if (spec->flags & FORMAT_LEFT)
    __model_sink_fill(sink, ' ', padding);
}

static void convert_string(struct sink *sink, struct format_spec *spec,
                           const void *s) {
  size_t max = spec->precision < 0 ? SIZE_MAX : (size_t)spec->precision;
  if (s == NULL)
    __model_sink_text(sink, spec, "(null)", max >= 6 ? 6 : 0);
  else if (spec->length == LENGTH_LONG)
    convert_wide_string(sink, spec, s);
  else
    __model_sink_text(sink, spec, s, __model_length_max(s, max));
}

/* %n */
static void store_count(const struct sink *sink,
                        const struct format_spec *spec, void *to) {
  switch (spec->length) {
  case LENGTH_CHAR:
    *(signed char *)to = (signed char)sink->count;
    break;
  case LENGTH_SHORT:
    *(short *)to = (short)sink->count;
    break;
  case LENGTH_LONG:
    *(long *)to = sink->count;
    break;
  case LENGTH_LONG_LONG:
    *(long long *)to = sink->count;
    break;
  default:
    *(int *)to = sink->count;
  }
}

/* ---- Formats ---- */

/* Converts one specification, which is text[0..length) with its '%'. */
static void convert(struct sink *sink, struct format_arguments *arguments,
                    struct format_spec *spec, const char *text,
                    size_t length) {
  union format_value value = __model_format_value(arguments, spec);
  switch (spec->conversion) {
  case 'd':
  case 'i':
  case 'u':
  case 'o':
  case 'x':
  case 'X':
  case 'b':
  case 'B':
    __model_convert_integer(sink, spec, value.integer);
    break;
  case 'c':
    convert_char(sink, spec, (int)value.integer);
    break;
  case 's':
    convert_string(sink, spec, value.pointer);
    break;
  case 'p':
    __model_convert_pointer(sink, spec, value.pointer);
    break;
  case 'n':
    store_count(sink, spec, value.pointer);
    break;
  case 'e':
  case 'E':
  case 'f':
  case 'F':
  case 'g':
  case 'G':
  case 'a':
  case 'A':
    __model_convert_real(sink, spec, value.real);
    break;
  case 'm': {
    const char *message = __model_error_text(__model_errno());
    spec->length = LENGTH_NONE;
    convert_string(sink, spec, message);
    break;
  }
  case '%':
    __model_sink_emit(sink, "%", 1);
    break;
  default: /* not a conversion: printed as it is */
    __model_sink_emit(sink, text, length);
  }
}

static void print(struct sink *sink, const char *format, va_list list) {
  struct format_arguments arguments;
  if (__model_format_begin(&arguments, format, list) != 0)
    sink->failed = 1;
  while (*format != '\0' && !sink->failed) {
    size_t literal = 0;
    while (format[literal] != '\0' && format[literal] != '%')
      literal++;
    __model_sink_emit(sink, format, literal);
    format += literal;
    if (*format == '\0')
      break;
    struct format_spec spec;
    const char *end = __model_format_spec(format + 1, &spec);
    if (end == NULL || __model_format_sizes(&arguments, &spec) != 0) {
      sink->failed = 1;
      break;
    }
    convert(sink, &arguments, &spec, format, (size_t)(end - format));
    format = end;
  }
  va_end(arguments.list);
}

/* The result of a printf function. */
static int result_of(const struct sink *sink) {
  return sink->failed ? -1 : sink->count;
}

int __model_print(FILE *stream, const char *format, va_list list) {
  struct sink sink;
  sink.to_text = 0;
  sink.stream = stream;
  sink.text = NULL;
  sink.capacity = 0;
  sink.count = 0;
  sink.failed = 0;
  sink.used = 0;
  print(&sink, format, list);
  __model_sink_flush(&sink);
  return result_of(&sink);
}

int __model_print_text(char *text, size_t size, const char *format,
                       va_list list) {
  struct sink sink;
  sink.to_text = 1;
  sink.stream = NULL;
  sink.text = text;
  sink.capacity = size > 0 ? size - 1 : 0;
  sink.count = 0;
  sink.failed = 0;
  sink.used = 0;
  print(&sink, format, list);
  if (size > 0) {
    size_t end = (size_t)sink.count;
    text[end < sink.capacity ? end : sink.capacity] = '\0';
  }
  return result_of(&sink);
}
