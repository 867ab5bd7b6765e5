/* Shared by the files that make up the printf family: the specifications of
 * a format, its arguments, and where the output goes. */
#ifndef RAREBIT_PRINTF_H
#define RAREBIT_PRINTF_H

#include "model.h"

/* One conversion specification of a printf format. */
enum format_flags {
  FORMAT_LEFT = 1,       /* '-' */
  FORMAT_PLUS = 2,       /* '+' */
  FORMAT_SPACE = 4,      /* ' ' */
  FORMAT_ALTERNATE = 8,  /* '#' */
  FORMAT_ZERO = 16,      /* '0' */
};

enum format_length {
  LENGTH_NONE,
  LENGTH_CHAR,        /* hh */
  LENGTH_SHORT,       /* h */
  LENGTH_LONG,        /* l, z, t */
  LENGTH_LONG_LONG,   /* ll, q, j, L */
};

enum { NO_ARGUMENT = 0, NEXT_ARGUMENT = -1 };

struct format_spec {
  unsigned flags;
  int width;
  int precision;       /* -1: none */
  int width_from;      /* NO_ARGUMENT, NEXT_ARGUMENT or a position from 1 */
  int precision_from;
  int value_from;
  enum format_length length;
  char conversion;
};

union format_value {
  unsigned long long integer; /* not yet cut to the length of the spec */
  double real;
  void *pointer;
};

#define FORMAT_POSITIONS 64

struct format_arguments {
  va_list list;
  int prepared; /* how many of values are fetched, if positions are used */
  union format_value values[FORMAT_POSITIONS];
};

/* Reads the specification after a '%'; returns its end, or NULL (with errno)
 * where it is cut off or out of range. (format.c) */
const char *__model_format_spec(const char *format, struct format_spec *spec);
/* Takes the arguments of a whole format; 0, or -1 with errno. (format.c) */
int __model_format_begin(struct format_arguments *arguments,
                         const char *format, va_list list);
/* Gives the width and the precision of a spec their values. (format.c) */
int __model_format_sizes(struct format_arguments *arguments,
                         struct format_spec *spec);
/* The value that a spec converts. (format.c) */
union format_value __model_format_value(struct format_arguments *arguments,
                                        const struct format_spec *spec);

/* Where the output goes. */
struct sink {
  int to_text;     /* into text, or to stream */
  FILE *stream;
  char *text;
  size_t capacity; /* of text, without the NUL */
  int count;       /* the bytes so far, also those that did not fit */
  int failed;      /* errno is set */
  size_t used;     /* of the buffer */
  char buffer[256];
};

/* Emits n bytes of data, or n times the byte c. (sink.c) */
void __model_sink_emit(struct sink *sink, const char *data, size_t n);
void __model_sink_fill(struct sink *sink, char c, size_t n);
/* Hands what is buffered to the stream. (sink.c) */
void __model_sink_flush(struct sink *sink);
/* Emits prefix, zeros and body within the width of the spec. (sink.c) */
void __model_sink_field(struct sink *sink, const struct format_spec *spec,
                        const char *prefix, size_t prefix_length, size_t zeros,
                        const char *body, size_t length);
/* Emits a text within the width of the spec. (sink.c) */
void __model_sink_text(struct sink *sink, struct format_spec *spec,
                       const char *text, size_t length);

/* Convert a value as the spec says. (printf_number.c) */
void __model_convert_integer(struct sink *sink, struct format_spec *spec,
                             unsigned long long value);
void __model_convert_pointer(struct sink *sink, struct format_spec *spec,
                             void *pointer);
void __model_convert_real(struct sink *sink, struct format_spec *spec,
                          double value);

#endif
