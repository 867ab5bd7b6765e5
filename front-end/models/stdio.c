/* Models of the streams of <stdio.h>: the standard streams, and writing to them
 * unformatted. Nothing is buffered, so there is
 * nothing to flush. */
#include "file.h"

static FILE standard_input = {.fd = 0, .flags = STREAM_READ};
static FILE standard_output = {.fd = 1, .flags = STREAM_WRITE};
static FILE standard_error = {.fd = 2, .flags = STREAM_WRITE};

FILE *stdin = &standard_input;
FILE *stdout = &standard_output;
FILE *stderr = &standard_error;

static void fail(FILE *stream) {
  stream->flags |= STREAM_ERROR;
  __model_set_errno(EBADF);
}

int __model_write(FILE *stream, const void *data, size_t size) {
  if (size == 0)
    return 0;
  if (!(stream->flags & STREAM_WRITE)) {
    fail(stream);
    return EOF;
  }
  if (__model_write_fd(stream->fd, data, size) < 0) {
    stream->flags |= STREAM_ERROR;
    return EOF;
  }
  return 0;
}

size_t __model_read(FILE *stream, void *data, size_t size) {
  if (size == 0)
    return 0;
  if (!(stream->flags & STREAM_READ)) {
    fail(stream);
    return 0;
  }
  ssize_t n = __model_read_fd(stream->fd, data, size);
  if (n <= 0)
    stream->flags |= n == 0 ? STREAM_EOF : STREAM_ERROR;
  return n > 0 ? (size_t)n : 0;
}

/* ---- Writing ---- */

static int write_char(int c, FILE *stream) {
  unsigned char byte = (unsigned char)c;
  return __model_write(stream, &byte, 1) == 0 ? byte : EOF;
}

static int write_string(const char *s, FILE *stream) {
  return __model_write(stream, s, __model_length(s)) == 0 ? 1 : EOF;
}

static size_t write_items(const void *data, size_t size, size_t count,
                          FILE *stream) {
  if (size == 0 || count == 0)
    return 0;
  return __model_write(stream, data, size * count) == 0 ? count : 0;
}

int fputc(int c, FILE *stream) {
  return write_char(c, stream);
}

int putc(int c, FILE *stream) {
  return write_char(c, stream);
}

int putchar(int c) {
  return write_char(c, stdout);
}

int fputc_unlocked(int c, FILE *stream) {
  return write_char(c, stream);
}

int putc_unlocked(int c, FILE *stream) {
  return write_char(c, stream);
}

int putchar_unlocked(int c) {
  return write_char(c, stdout);
}

int fputs(const char *restrict s, FILE *restrict stream) {
  return write_string(s, stream);
}

int fputs_unlocked(const char *restrict s, FILE *restrict stream) {
  return write_string(s, stream);
}

/* Gives the number of bytes, as glibc does. */
int puts(const char *s) {
  size_t length = __model_length(s);
  if (__model_write(stdout, s, length) != 0 ||
      __model_write(stdout, "\n", 1) != 0)
    return EOF;
  return length < INT_MAX ? (int)length + 1 : INT_MAX;
}

size_t fwrite(const void *restrict data, size_t size, size_t count,
              FILE *restrict stream) {
  return write_items(data, size, count, stream);
}

size_t fwrite_unlocked(const void *restrict data, size_t size, size_t count,
                       FILE *restrict stream) {
  return write_items(data, size, count, stream);
}

void perror(const char *s) {
  const char *message = __model_error_text(__model_errno());
  if (s != NULL && *s != '\0') {
    write_string(s, stderr);
    write_string(": ", stderr);
  }
  write_string(message, stderr);
  write_string("\n", stderr);
}

/* ---- State ---- */

int fileno(FILE *stream) {
  return stream->fd;
}

int fileno_unlocked(FILE *stream) {
  return stream->fd;
}

int ferror(FILE *stream) {
  return (stream->flags & STREAM_ERROR) != 0;
}

int ferror_unlocked(FILE *stream) {
  return (stream->flags & STREAM_ERROR) != 0;
}

int feof(FILE *stream) {
  return (stream->flags & STREAM_EOF) != 0;
}

int feof_unlocked(FILE *stream) {
  return (stream->flags & STREAM_EOF) != 0;
}

void clearerr(FILE *stream) {
  stream->flags &= ~(unsigned)(STREAM_ERROR | STREAM_EOF);
}

void clearerr_unlocked(FILE *stream) {
  stream->flags &= ~(unsigned)(STREAM_ERROR | STREAM_EOF);
}

/* ---- Buffering and locking ---- */

int fflush(FILE *stream) {
  (void)stream;
  return 0;
}

int fflush_unlocked(FILE *stream) {
  (void)stream;
  return 0;
}

int setvbuf(FILE *restrict stream, char *restrict buffer, int mode,
            size_t size) {
  (void)stream, (void)buffer, (void)size;
  return mode >= 0 && mode <= 2 ? 0 : EOF;
}

void setbuf(FILE *restrict stream, char *restrict buffer) {
  (void)stream, (void)buffer;
}

void setbuffer(FILE *restrict stream, char *restrict buffer, size_t size) {
  (void)stream, (void)buffer, (void)size;
}

void setlinebuf(FILE *stream) {
  (void)stream;
}

void flockfile(FILE *stream) {
  (void)stream;
}

int ftrylockfile(FILE *stream) {
  (void)stream;
  return 0;
}

void funlockfile(FILE *stream) {
  (void)stream;
}
