/* The conversions of the printf family for integers, pointers and
 * floating-point numbers. */
#include "printf.h"

/* ---- Integers ---- */

/* Emits an integer after the given sign (0: none). */
static void emit_integer(struct sink *sink, struct format_spec *spec,
                         unsigned long long value, char sign) {
  char letter = spec->conversion;
  unsigned base = 10;
  if (letter == 'x' || letter == 'X')
    base = 16;
  else if (letter == 'o')
    base = 8;
  else if (letter == 'b' || letter == 'B')
    base = 2;

  char digits[64];
  size_t first = sizeof digits;
  char ten = letter == 'X' ? 'A' : 'a';
  for (unsigned long long rest = value; rest > 0; rest /= base) {
    unsigned digit = (unsigned)(rest % base);
    digits[--first] = (char)(digit < 10 ? '0' + digit : ten + (digit - 10));
  }
  size_t length = sizeof digits - first;

  size_t least = spec->precision < 0 ? 1 : (size_t)spec->precision;
  size_t zeros = least > length ? least - length : 0;
  if (base == 8 && (spec->flags & FORMAT_ALTERNATE) && zeros == 0 &&
      (value != 0 || spec->precision == 0))
    zeros = 1;
  if (spec->precision >= 0)
    spec->flags &= ~(unsigned)FORMAT_ZERO;

  char prefix[3];
  size_t prefix_length = 0;
  if (sign != 0)
    prefix[prefix_length++] = sign;
  if ((base == 16 || base == 2) && (spec->flags & FORMAT_ALTERNATE) &&
      value != 0) {
    prefix[prefix_length++] = '0';
    prefix[prefix_length++] = letter;
  }
  __model_sink_field(sink, spec, prefix, prefix_length, zeros,
                     digits + first, length);
}

/* The number of value bits of the argument type. */
static int bits_of(enum format_length length) {
  switch (length) {
  case LENGTH_CHAR:
    return 8;
  case LENGTH_SHORT:
    return 16;
  case LENGTH_LONG:
    return 8 * (int)sizeof(long);
  case LENGTH_LONG_LONG:
    return 64;
  default:
    return 8 * (int)sizeof(int);
  }
}

static char plus_sign(const struct format_spec *spec) {
  if (spec->flags & FORMAT_PLUS)
    return '+';
  return spec->flags & FORMAT_SPACE ? ' ' : 0;
}

void __model_convert_integer(struct sink *sink, struct format_spec *spec,
                             unsigned long long value) {
  int bits = bits_of(spec->length);
  value &= ~0ULL >> (64 - bits);
  if (spec->conversion != 'd' && spec->conversion != 'i') {
    emit_integer(sink, spec, value, 0);
  } else if (value >> (bits - 1) != 0) {
    value = (0 - value) & (~0ULL >> (64 - bits));
    emit_integer(sink, spec, value, '-');
  } else {
    emit_integer(sink, spec, value, plus_sign(spec));
  }
}

void __model_convert_pointer(struct sink *sink, struct format_spec *spec,
                             void *pointer) {
  if (pointer == NULL) {
    __model_sink_text(sink, spec, "(nil)", 5);
    return;
  }
  spec->conversion = 'x';
  spec->flags |= FORMAT_ALTERNATE;
  emit_integer(sink, spec, (uintptr_t)pointer, plus_sign(spec));
}

/* ---- Floating-point numbers ---- */

static void emit_real(struct sink *sink, struct format_spec *spec,
                      const char *text, size_t length) {
  size_t prefix = text[0] == '-' || text[0] == '+' || text[0] == ' ';
  char first = text[prefix];
  if (first < '0' || first > '9') /* inf or nan */
    spec->flags &= ~(unsigned)FORMAT_ZERO;
  else if (spec->conversion == 'a' || spec->conversion == 'A')
    prefix += 2;
  __model_sink_field(sink, spec, text, prefix, 0, text + prefix,
                     length - prefix);
}

void __model_convert_real(struct sink *sink, struct format_spec *spec,
                          double value) {
  char small[128];
  int flags = (spec->flags & FORMAT_ALTERNATE ? 1 : 0) |
              (spec->flags & FORMAT_PLUS ? 2 : 0) |
              (spec->flags & FORMAT_SPACE ? 4 : 0);
  int length = __rarebit_format_double(small, sizeof small, value,
                                       spec->conversion, flags,
                                       spec->precision);
  if ((size_t)length < sizeof small) {
    emit_real(sink, spec, small, (size_t)length);
    return;
  }
  size_t size = (size_t)length + 1;
  char *large = __rarebit_alloc(size, 1);
  __rarebit_format_double(large, size, value, spec->conversion, flags,
                          spec->precision);
  emit_real(sink, spec, large, (size_t)length);
  __rarebit_free(large);
}
