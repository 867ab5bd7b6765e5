/* Models of <err.h> and <error.h>: messages on standard error. */
#include "model.h"

static char name[] = "program";
char *program_invocation_name = name;
char *program_invocation_short_name = name;

static void say(const char *text) {
  __model_write(stderr, text, __model_length(text));
}

static void message(int error, const char *format, va_list list) {
  say(name);
  if (format != NULL) {
    say(": ");
    __model_print(stderr, format, list);
  }
  if (error >= 0) {
    say(": ");
    say(__model_error_text(error));
  }
  say("\n");
}

/* Defines warn and err in one form: with what to say of errno. */
#define FORM(suffix, error)                                                    \
  void vwarn##suffix(const char *format, va_list list) {                       \
    message(error, format, list);                                              \
  }                                                                            \
  void warn##suffix(const char *format, ...) {                                 \
    va_list list;                                                              \
    va_start(list, format);                                                    \
    message(error, format, list);                                              \
    va_end(list);                                                              \
  }                                                                            \
  _Noreturn void verr##suffix(int status, const char *format, va_list list) {  \
    message(error, format, list);                                              \
    __model_exit(status);                                                      \
  }                                                                            \
  _Noreturn void err##suffix(int status, const char *format, ...) {            \
    va_list list;                                                              \
    va_start(list, format);                                                    \
    message(error, format, list);                                              \
    va_end(list);                                                              \
    __model_exit(status);                                                      \
  }

FORM(, __model_errno())
FORM(x, -1)

void error(int status, int number, const char *format, ...) {
  va_list list;
  va_start(list, format);
  message(number != 0 ? number : -1, format, list);
  va_end(list);
  if (status != 0)
    __model_exit(status);
}
