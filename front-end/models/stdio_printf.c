/* The functions of the printf family; printf.c does the work. */
#include "model.h"

int vfprintf(FILE *restrict stream, const char *restrict format,
             va_list list) {
  return __model_print(stream, format, list);
}

int vprintf(const char *restrict format, va_list list) {
  return __model_print(stdout, format, list);
}

int printf(const char *restrict format, ...) {
  va_list list;
  va_start(list, format);
  int result = __model_print(stdout, format, list);
  va_end(list);
  return result;
}

int fprintf(FILE *restrict stream, const char *restrict format, ...) {
  va_list list;
  va_start(list, format);
  int result = __model_print(stream, format, list);
  va_end(list);
  return result;
}

/* ---- To file descriptors ---- */

static int print_descriptor(int fd, const char *format, va_list list) {
  FILE stream = {.fd = fd, .flags = STREAM_WRITE};
  return __model_print(&stream, format, list);
}

int vdprintf(int fd, const char *restrict format, va_list list) {
  return print_descriptor(fd, format, list);
}

int dprintf(int fd, const char *restrict format, ...) {
  va_list list;
  va_start(list, format);
  int result = print_descriptor(fd, format, list);
  va_end(list);
  return result;
}

/* ---- To texts ---- */

int vsnprintf(char *restrict text, size_t size, const char *restrict format,
              va_list list) {
  return __model_print_text(text, size, format, list);
}

int snprintf(char *restrict text, size_t size, const char *restrict format,
             ...) {
  va_list list;
  va_start(list, format);
  int result = __model_print_text(text, size, format, list);
  va_end(list);
  return result;
}

int vsprintf(char *restrict text, const char *restrict format, va_list list) {
  return __model_print_text(text, SIZE_MAX, format, list);
}

int sprintf(char *restrict text, const char *restrict format, ...) {
  va_list list;
  va_start(list, format);
  int result = __model_print_text(text, SIZE_MAX, format, list);
  va_end(list);
  return result;
}

/* ---- To texts of their own ---- */

/* Prints twice: for the size, then into the text. */
static int print_allocated(char **result, const char *format, va_list list) {
  va_list again;
  va_copy(again, list);
  int length = __model_print_text(NULL, 0, format, list);
  char *text = length >= 0 ? malloc((size_t)length + 1) : NULL;
  if (text != NULL) {
    __model_print_text(text, (size_t)length + 1, format, again);
    *result = text;
  } else {
    length = -1;
  }
  va_end(again);
  return length;
}

int vasprintf(char **restrict result, const char *restrict format,
              va_list list) {
  return print_allocated(result, format, list);
}

int asprintf(char **restrict result, const char *restrict format, ...) {
  va_list list;
  va_start(list, format);
  int length = print_allocated(result, format, list);
  va_end(list);
  return length;
}
