/* Models of opening, closing and positioning streams. */
#include "file.h"

typedef long off_t;
typedef long long off64_t;

/* "r", "w" or "a", with "+", "b", "x", "e" and the like behind; -1 if it is
 * no mode. */
static int flags_of(const char *mode) {
  int flags;
  switch (mode[0]) {
  case 'r':
    flags = O_RDONLY;
    break;
  case 'w':
    flags = O_WRONLY | O_CREAT | O_TRUNC;
    break;
  case 'a':
    flags = O_WRONLY | O_CREAT | O_APPEND;
    break;
  default:
    __model_set_errno(EINVAL);
    return -1;
  }
  for (size_t i = 1; mode[i] != '\0' && mode[i] != ','; i++)
    if (mode[i] == '+')
      flags = (flags & ~O_ACCMODE) | O_RDWR;
    else if (mode[i] == 'x')
      flags |= O_EXCL;
  return flags;
}

static void attach(FILE *stream, int fd, int flags) {
  int access = flags & O_ACCMODE;
  stream->fd = fd;
  stream->flags = (access != O_WRONLY ? STREAM_READ : 0u) |
                  (access != O_RDONLY ? STREAM_WRITE : 0u);
  stream->pushed = 0;
}

static FILE *stream_of(int fd, int flags) {
  if (fd < 0)
    return NULL;
  FILE *stream = __rarebit_alloc(sizeof *stream, 16);
  attach(stream, fd, flags);
  stream->allocated = 1;
  return stream;
}

static FILE *open_stream(const char *name, const char *mode) {
  int flags = flags_of(mode);
  return flags < 0 ? NULL : stream_of(__model_open(name, flags), flags);
}

FILE *fopen(const char *restrict name, const char *restrict mode) {
  return open_stream(name, mode);
}

FILE *fopen64(const char *restrict name, const char *restrict mode) {
  return open_stream(name, mode);
}

FILE *fdopen(int fd, const char *mode) {
  int flags = flags_of(mode);
  if (flags < 0 || __model_is_standard(fd) < 0)
    return NULL;
  return stream_of(fd, flags);
}

FILE *freopen(const char *restrict name, const char *restrict mode,
              FILE *restrict stream) {
  int flags = flags_of(mode);
  if (flags < 0)
    return NULL;
  if (name == NULL) {
    attach(stream, stream->fd, flags);
    return stream;
  }
  if (stream->fd >= 0)
    __model_close(stream->fd);
  int fd = __model_open(name, flags);
  if (fd < 0) {
    stream->fd = -1;
    stream->flags = 0;
    return NULL;
  }
  attach(stream, fd, flags);
  return stream;
}

FILE *tmpfile(void) {
  return stream_of(__model_open_unnamed(), O_RDWR);
}

FILE *tmpfile64(void) {
  return stream_of(__model_open_unnamed(), O_RDWR);
}

int fclose(FILE *stream) {
  int result = __model_close(stream->fd) == 0 ? 0 : EOF;
  stream->fd = -1;
  stream->flags = 0;
  if (stream->allocated)
    __rarebit_free(stream);
  return result;
}

int fcloseall(void) {
  return 0;
}

/* ---- Positions ---- */

static long long tell(FILE *stream) {
  long long at = __model_seek_fd(stream->fd, 0, SEEK_CUR);
  return at < 0 ? -1 : at - (long long)stream->pushed;
}

static int seek(FILE *stream, long long offset, int whence) {
  if (whence == SEEK_CUR)
    offset -= (long long)stream->pushed;
  if (__model_seek_fd(stream->fd, offset, whence) < 0)
    return -1;
  stream->pushed = 0;
  stream->flags &= ~(unsigned)STREAM_EOF;
  return 0;
}

int fseek(FILE *stream, long offset, int whence) {
  return seek(stream, offset, whence);
}

int fseeko(FILE *stream, off_t offset, int whence) {
  return seek(stream, offset, whence);
}

int fseeko64(FILE *stream, off64_t offset, int whence) {
  return seek(stream, offset, whence);
}

long ftell(FILE *stream) {
  return (long)tell(stream);
}

off_t ftello(FILE *stream) {
  return (off_t)tell(stream);
}

off64_t ftello64(FILE *stream) {
  return tell(stream);
}

void rewind(FILE *stream) {
  seek(stream, 0, SEEK_SET);
  stream->flags &= ~(unsigned)STREAM_ERROR;
}

/* The position comes first in glibc's fpos_t. */
int fgetpos(FILE *restrict stream, off_t *restrict position) {
  long long at = tell(stream);
  *position = (off_t)at;
  return at < 0 ? -1 : 0;
}

int fsetpos(FILE *stream, const off_t *position) {
  return seek(stream, *position, SEEK_SET);
}

/* ---- Names for temporary files ---- */

/* Replaces the last six characters by a name that is not there yet. */
static int fill_name(char *name, size_t length) {
  static unsigned next;
  if (length < 6) {
    __model_set_errno(EINVAL);
    return -1;
  }
  for (size_t i = length - 6; i < length; i++)
    if (name[i] != 'X') {
      __model_set_errno(EINVAL);
      return -1;
    }
  unsigned number = next++;
  for (size_t i = 0; i < 6; i++) {
    name[length - 1 - i] = (char)('a' + number % 26);
    number /= 26;
  }
  return 0;
}

int mkstemp(char *name) {
  if (fill_name(name, __model_length(name)) < 0)
    return -1;
  return __model_open(name, O_CREAT | O_EXCL | O_RDWR);
}

char *tmpnam(char *name) {
  static char own[20];
  static const char pattern[] = "/tmp/fileXXXXXX";
  if (name == NULL)
    name = own;
  __builtin_memcpy(name, pattern, sizeof pattern);
  fill_name(name, sizeof pattern - 1);
  return name;
}
