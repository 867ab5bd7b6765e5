/* Where the output of the printf family goes: a stream, through a small buffer
 * so that one call makes few writes, or a text of limited size. */
#include "printf.h"

#pragma clang section text = "string"

void __model_sink_flush(struct sink *sink) {
  if (sink->used > 0 &&
      __model_write(sink->stream, sink->buffer, sink->used) != 0)
    sink->failed = 1;
  sink->used = 0;
}

/* Counts n more bytes; 0 if that fails. */
static int count(struct sink *sink, size_t n) {
  if (sink->failed)
    return 0;
  if (n > (size_t)(INT_MAX - sink->count)) {
    sink->failed = 1;
    __model_set_errno(EOVERFLOW);
    return 0;
  }
  sink->count += (int)n;
  return 1;
}

/* How many of n bytes, the first of them at `at`, fit into the text. */
static size_t fitting(const struct sink *sink, size_t at, size_t n) {
  if (at >= sink->capacity)
    return 0;
  return n < sink->capacity - at ? n : sink->capacity - at;
}

void __model_sink_emit(struct sink *sink, const char *data, size_t n) {
  size_t at = (size_t)sink->count;
  if (n == 0 || !count(sink, n))
    return;
  if (sink->to_text) {
    size_t fit = fitting(sink, at, n);
    if (fit > 0) {
      __rarebit_disjoint(sink->text + at, fit, data, fit);
      __builtin_memcpy(sink->text + at, data, fit);
    }
    return;
  }
  if (n > sizeof sink->buffer - sink->used)
    __model_sink_flush(sink);
  if (n > sizeof sink->buffer) {
    if (!sink->failed && __model_write(sink->stream, data, n) != 0)
      sink->failed = 1;
  } else {
    __builtin_memcpy(sink->buffer + sink->used, data, n);
    sink->used += n;
  }
}

void __model_sink_fill(struct sink *sink, char c, size_t n) {
  size_t at = (size_t)sink->count;
  if (n == 0 || !count(sink, n))
    return;
  if (sink->to_text) {
    size_t fit = fitting(sink, at, n);
    if (fit > 0)
      __builtin_memset(sink->text + at, c, fit);
    return;
  }
  while (n > 0 && !sink->failed) {
    size_t room = sizeof sink->buffer - sink->used;
    size_t part = n < room ? n : room;
    __builtin_memset(sink->buffer + sink->used, c, part);
    sink->used += part;
    n -= part;
    if (n > 0)
      __model_sink_flush(sink);
  }
}

/* ---- Layout ---- */

/* Emits prefix, zeros and body within the width of the spec. */
void __model_sink_field(struct sink *sink, const struct format_spec *spec,
                        const char *prefix, size_t prefix_length, size_t zeros,
                        const char *body, size_t length) {
  size_t width = (size_t)spec->width;
  size_t total = prefix_length + zeros + length;
  size_t padding = width > total ? width - total : 0;
  int left = (spec->flags & FORMAT_LEFT) != 0;
  int zero = (spec->flags & FORMAT_ZERO) != 0 && !left;
  if (!left && !zero)
    __model_sink_fill(sink, ' ', padding);
  __model_sink_emit(sink, prefix, prefix_length);
  __model_sink_fill(sink, '0', zero ? zeros + padding : zeros);
  __model_sink_emit(sink, body, length);
  if (left)
    __model_sink_fill(sink, ' ', padding);
}

void __model_sink_text(struct sink *sink, struct format_spec *spec,
                       const char *text, size_t length) {
  spec->flags &= ~(unsigned)FORMAT_ZERO;
  __model_sink_field(sink, spec, "", 0, 0, text, length);
}
