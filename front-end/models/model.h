/* Shared by all C library models: the types of the C library, the host
 * primitives of the simulator, and what the models share among themselves.
 *
 * The models are freestanding C, compiled and lifted like the user's program.
 * A model never calls a library function by its public name unless the C
 * library itself would let the program replace it (malloc and free): the
 * program may define a function of the same name for its own purposes. */
#ifndef RAREBIT_MODEL_H
#define RAREBIT_MODEL_H

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __PTRDIFF_TYPE__ ssize_t;
typedef __WCHAR_TYPE__ wchar_t;
typedef __WINT_TYPE__ wint_t;
typedef __INTMAX_TYPE__ intmax_t;
typedef __UINTMAX_TYPE__ uintmax_t;
typedef __UINT16_TYPE__ uint16_t;
typedef __INT32_TYPE__ int32_t;
typedef __UINT32_TYPE__ uint32_t;
typedef __INT64_TYPE__ int64_t;
typedef __UINT64_TYPE__ uint64_t;
typedef __UINTPTR_TYPE__ uintptr_t;
typedef __builtin_va_list va_list;

#define NULL ((void *)0)
#define EOF (-1)
#define WEOF ((wint_t)-1)

#define INT_MAX __INT_MAX__
#define LONG_MAX __LONG_MAX__
#define LLONG_MAX __LONG_LONG_MAX__
#define PTRDIFF_MAX __PTRDIFF_MAX__
#define SIZE_MAX __SIZE_MAX__

#define va_start(list, last) __builtin_va_start(list, last)
#define va_arg(list, type) __builtin_va_arg(list, type)
#define va_copy(to, from) __builtin_va_copy(to, from)
#define va_end(list) __builtin_va_end(list)

/* The errno values that models set (Linux). */
#define EBADF 9
#define ENOMEM 12
#define EINVAL 22
#define ERANGE 34
#define EOVERFLOW 75
#define EILSEQ 84

/* ---- Host primitives: the lifter turns calls into instructions. ---- */

/* A new zeroed heap object of exactly this size; never fails. */
void *__rarebit_alloc(size_t size, size_t align);
/* Ends the lifetime of the heap object that begins at p. */
void __rarebit_free(void *p);
/* The size of the heap object that begins at p. */
size_t __rarebit_size(const void *p);
/* Output of the program; fd is 1 or 2. */
void __rarebit_write(int fd, const void *buffer, size_t size);
/* Ends the run now. */
_Noreturn void __rarebit_exit(int status);
/* Ends the run like SIGABRT. */
_Noreturn void __rarebit_abort(void);
/* Formats like "%[flags].[precision]conversion", unpadded; flags: bit 0 '#',
 * bit 1 '+', bit 2 ' '; precision -1: none. Returns the length; the text is
 * cut to capacity - 1 bytes and terminated. */
int __rarebit_format_double(char *buffer, size_t capacity, double value,
                            int conversion, int flags, int precision);
/* The correctly rounded value of the unsigned numeral s[0..n). */
double __rarebit_parse_double(const char *s, size_t n);
float __rarebit_parse_float(const char *s, size_t n);

/* ---- Inputs, made by the lifter ---- */

/* An input between two bounds, both included. What it belongs to and its name
 * are constant strings. */
unsigned char __rarebit_input_uchar(const char *source, const char *name,
                                    unsigned char low, unsigned char high);
int __rarebit_input_int(const char *source, const char *name, int low,
                        int high);
long long __rarebit_input_llong(const char *source, const char *name,
                                long long low, long long high);
/* Sizes up to the greatest that the user chose, 0 where there is none. */
size_t __rarebit_size_of_stdin(void);
size_t __rarebit_size_of_fuzz(void);
size_t __rarebit_size_of_argument(void);
size_t __rarebit_number_of_arguments(void);

/* Fails the check of class `overlap` if a[0..n) and b[0..m) have a byte in
 * common. */
void __rarebit_disjoint(const void *a, size_t n, const void *b, size_t m);

/* Functions between `#pragma clang section text="string"` and the next such
 * line with "" work on strings: when one leaves an object by reading, a
 * terminator is missing; by writing, the destination is too small. */

/* ---- Host-implemented functions of <math.h> that models call. ---- */

double sin(double), cos(double), trunc(double), rint(double), floor(double);
double fmod(double, double), remainder(double, double), lgamma(double);
double scalbn(double, int), nextafter(double, double);
float sinf(float), cosf(float), lgammaf(float), scalbnf(float, int);
float nextafterf(float, float);

/* ---- Replaceable by the program, as with the real C library. ---- */

void *malloc(size_t size);
void free(void *p);

/* ---- Shared among the models. ---- */

/* Sets errno. (errno.c) */
void __model_set_errno(int error);
/* The value of errno. (errno.c) */
int __model_errno(void);
/* The message of an errno value, as strerror gives it. (errno.c) */
char *__model_error_text(int error);
/* Writes the decimal digits of value, with NUL; returns the end. (errno.c) */
char *__model_decimal(char *to, int value);

/* The length of a string, and the length bounded by max. (string.c) */
size_t __model_length(const char *s);
size_t __model_length_max(const char *s, size_t max);
/* Three-way comparison of n bytes. (string.c) */
int __model_compare(const void *a, const void *b, size_t n);
/* ASCII classification, for any int. (ctype.c) */
int __model_is_space(int c);
int __model_lower(int c);

/* The value of an integer numeral, as strtol and strtoul define it; max is
 * the largest value of the (signed) result type. (convert.c) */
unsigned long long __model_parse_signed(const char *s, char **end, int base,
                                        unsigned long long max, int binary);
unsigned long long __model_parse_unsigned(const char *s, char **end, int base,
                                          unsigned long long max, int binary);
/* The value of a floating-point numeral, as strtod and (single) strtof define
 * it. (convert_real.c) */
double __model_parse_real(const char *s, char **end, int single);

/* Runs the exit handlers, then ends the run. (process.c) */
_Noreturn void __model_exit(int status);

/* A stream. The program only ever holds pointers to it. */
typedef struct _IO_FILE FILE;

enum stream_flags {
  STREAM_READ = 1,
  STREAM_WRITE = 2,
  STREAM_ERROR = 4,
  STREAM_EOF = 8,
};

struct _IO_FILE {
  int fd;
  unsigned flags;
  unsigned pushed; /* characters that ungetc pushed back */
  unsigned char push[16];
  int allocated; /* made by fopen or the like */
};

/* Writes to a stream; returns 0, or EOF after setting errno and the stream's
 * error flag. (stdio.c) */
int __model_write(FILE *stream, const void *data, size_t size);
/* Reads up to size bytes; returns how many, and sets the end or the error flag
 * if there are none. (stdio.c) */
size_t __model_read(FILE *stream, void *data, size_t size);
/* The next character of a stream, or EOF; and one pushed back. (stdio_input.c) */
int __model_get(FILE *stream);
int __model_unget(int c, FILE *stream);
/* The next bytes of standard input; returns how many. (stdin.c) */
size_t __model_stdin_read(void *buffer, size_t most);
extern FILE *stdin, *stdout, *stderr;

/* printf to a stream; to a text of `size` bytes (with the NUL). (printf.c) */
int __model_print(FILE *stream, const char *format, va_list list);
int __model_print_text(char *text, size_t size, const char *format,
                       va_list list);

#endif
