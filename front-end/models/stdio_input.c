/* Models of reading from streams unformatted. */
#include "model.h"

int __model_get(FILE *stream) {
  if (stream->pushed > 0) {
    stream->flags &= ~(unsigned)STREAM_EOF;
    return stream->push[--stream->pushed];
  }
  unsigned char c;
  /* The end of a stream is sticky until clearerr, ungetc or a seek. */
  if ((stream->flags & STREAM_EOF) || __model_read(stream, &c, 1) == 0)
    return EOF;
  return c;
}

int __model_unget(int c, FILE *stream) {
  if (c == EOF || stream->pushed == sizeof stream->push)
    return EOF;
  stream->push[stream->pushed++] = (unsigned char)c;
  stream->flags &= ~(unsigned)STREAM_EOF;
  return (unsigned char)c;
}

/* Reads up to n bytes; returns how many. */
static size_t get_bytes(unsigned char *to, size_t n, FILE *stream) {
  size_t done = 0;
  while (done < n && stream->pushed > 0)
    to[done++] = stream->push[--stream->pushed];
  if (stream->flags & STREAM_EOF)
    return done;
  while (done < n) {
    size_t part = __model_read(stream, to + done, n - done);
    if (part == 0)
      break;
    done += part;
  }
  return done;
}

static size_t read_items(void *data, size_t size, size_t count, FILE *stream) {
  if (size == 0 || count == 0)
    return 0;
  return get_bytes(data, size * count, stream) / size;
}

/* A line of at most n - 1 bytes, or NULL at the end. */
static char *read_line(char *text, int n, FILE *stream) {
  if (n <= 0)
    return NULL;
  int i = 0;
  while (i < n - 1) {
    int c = __model_get(stream);
    if (c == EOF)
      break;
    text[i++] = (char)c;
    if (c == '\n')
      break;
  }
  if (i == 0 && n > 1)
    return NULL;
  text[i] = '\0';
  return text;
}

int fgetc(FILE *stream) {
  return __model_get(stream);
}

int getc(FILE *stream) {
  return __model_get(stream);
}

int getchar(void) {
  return __model_get(stdin);
}

int fgetc_unlocked(FILE *stream) {
  return __model_get(stream);
}

int getc_unlocked(FILE *stream) {
  return __model_get(stream);
}

int getchar_unlocked(void) {
  return __model_get(stdin);
}

int _IO_getc(FILE *stream) {
  return __model_get(stream);
}

int ungetc(int c, FILE *stream) {
  return __model_unget(c, stream);
}

char *fgets(char *restrict text, int n, FILE *restrict stream) {
  return read_line(text, n, stream);
}

char *fgets_unlocked(char *restrict text, int n, FILE *restrict stream) {
  return read_line(text, n, stream);
}

/* No bound at all: what does not fit is an error that the simulator sees. */
char *gets(char *text) {
  size_t i = 0;
  int c;
  while ((c = __model_get(stdin)) != EOF && c != '\n')
    text[i++] = (char)c;
  if (i == 0 && c == EOF)
    return NULL;
  text[i] = '\0';
  return text;
}

size_t fread(void *restrict data, size_t size, size_t count,
             FILE *restrict stream) {
  return read_items(data, size, count, stream);
}

size_t fread_unlocked(void *restrict data, size_t size, size_t count,
                      FILE *restrict stream) {
  return read_items(data, size, count, stream);
}

/* A number in memory, in the machine's order. */
int getw(FILE *stream) {
  int word;
  return read_items(&word, sizeof word, 1, stream) == 1 ? word : EOF;
}

/* ---- Lines of any length ---- */

static ssize_t read_delimited(char **line, size_t *capacity, int delimiter,
                              FILE *stream) {
  if (line == NULL || capacity == NULL) {
    __model_set_errno(EINVAL);
    return -1;
  }
  if (*line == NULL || *capacity == 0) {
    *capacity = 120;
    char *fresh = malloc(*capacity);
    if (fresh == NULL)
      return -1;
    if (*line != NULL)
      free(*line);
    *line = fresh;
  }
  size_t n = 0;
  int c;
  while ((c = __model_get(stream)) != EOF) {
    if (n + 2 > *capacity) {
      size_t more = 2 * *capacity;
      char *fresh = malloc(more);
      if (fresh == NULL)
        return -1;
      __builtin_memcpy(fresh, *line, n);
      free(*line);
      *line = fresh;
      *capacity = more;
    }
    (*line)[n++] = (char)c;
    if (c == delimiter)
      break;
  }
  if (n == 0)
    return -1;
  (*line)[n] = '\0';
  return (ssize_t)n;
}

ssize_t getdelim(char **restrict line, size_t *restrict capacity,
                 int delimiter, FILE *restrict stream) {
  return read_delimited(line, capacity, delimiter, stream);
}

ssize_t __getdelim(char **restrict line, size_t *restrict capacity,
                   int delimiter, FILE *restrict stream) {
  return read_delimited(line, capacity, delimiter, stream);
}

ssize_t getline(char **restrict line, size_t *restrict capacity,
                FILE *restrict stream) {
  return read_delimited(line, capacity, '\n', stream);
}
