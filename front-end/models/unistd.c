/* Models of <unistd.h>, <fcntl.h> and <sys/stat.h> on files in memory. */
#include "file.h"

typedef long off_t;
typedef long long off64_t;

int open(const char *name, int flags, ...) {
  return __model_open(name, flags);
}

int open64(const char *name, int flags, ...) {
  return __model_open(name, flags);
}

int creat(const char *name, unsigned mode) {
  (void)mode;
  return __model_open(name, O_CREAT | O_WRONLY | O_TRUNC);
}

int close(int fd) {
  return __model_close(fd);
}

ssize_t read(int fd, void *buffer, size_t size) {
  return __model_read_fd(fd, buffer, size);
}

ssize_t write(int fd, const void *data, size_t size) {
  return __model_write_fd(fd, data, size);
}

off_t lseek(int fd, off_t offset, int whence) {
  return (off_t)__model_seek_fd(fd, offset, whence);
}

off64_t lseek64(int fd, off64_t offset, int whence) {
  return __model_seek_fd(fd, offset, whence);
}

static ssize_t read_at(int fd, void *buffer, size_t size, long long offset) {
  long long old = __model_seek_fd(fd, 0, SEEK_CUR);
  if (old < 0 || __model_seek_fd(fd, offset, SEEK_SET) < 0)
    return -1;
  ssize_t n = __model_read_fd(fd, buffer, size);
  __model_seek_fd(fd, old, SEEK_SET);
  return n;
}

static ssize_t write_at(int fd, const void *data, size_t size,
                        long long offset) {
  long long old = __model_seek_fd(fd, 0, SEEK_CUR);
  if (old < 0 || __model_seek_fd(fd, offset, SEEK_SET) < 0)
    return -1;
  ssize_t n = __model_write_fd(fd, data, size);
  __model_seek_fd(fd, old, SEEK_SET);
  return n;
}

ssize_t pread(int fd, void *buffer, size_t size, off_t offset) {
  return read_at(fd, buffer, size, offset);
}

ssize_t pwrite(int fd, const void *data, size_t size, off_t offset) {
  return write_at(fd, data, size, offset);
}

int ftruncate(int fd, off_t size) {
  return __model_truncate_fd(fd, size);
}

int fsync(int fd) {
  return __model_size_fd(fd) < 0 ? -1 : 0;
}

int dup(int fd) {
  return __model_duplicate(fd, 0);
}

int dup2(int fd, int to) {
  return __model_duplicate_to(fd, to);
}

int unlink(const char *name) {
  return __model_remove(name);
}

int remove(const char *name) {
  return __model_remove(name);
}

int rename(const char *from, const char *to) {
  return __model_rename(from, to);
}

int access(const char *name, int mode) {
  (void)mode;
  return __model_exists(name);
}

int isatty(int fd) {
  if (__model_size_fd(fd) >= 0)
    __model_set_errno(ENOTTY);
  return 0;
}

/* ---- What stat tells: the kind and the size ---- */

#define S_IFDIR 0040000
#define S_IFIFO 0010000
#define S_IFREG 0100000

#ifdef __x86_64__
struct stat {
  unsigned long st_dev, st_ino, st_nlink;
  unsigned st_mode, st_uid, st_gid, padding;
  unsigned long st_rdev;
  long st_size, st_blksize, st_blocks;
  long times[6], reserved[3];
};
#else
struct stat {
  unsigned long long st_dev;
  unsigned short padding1;
  unsigned long st_ino;
  unsigned st_mode, st_nlink, st_uid, st_gid;
  unsigned long long st_rdev;
  unsigned short padding2;
  long st_size, st_blksize, st_blocks;
  long times[6];
  unsigned long reserved[2];
};
#endif

static int fill(struct stat *result, long long size, unsigned mode) {
  if (size < 0)
    return -1;
  __builtin_memset(result, 0, sizeof *result);
  result->st_mode = mode;
  result->st_nlink = 1;
  result->st_size = (long)size;
  result->st_blksize = 4096;
  result->st_blocks = (long)((size + 511) / 512);
  return 0;
}

static int stat_name(const char *name, struct stat *result) {
  unsigned mode = __model_is_directory(name) ? S_IFDIR | 0755 : S_IFREG | 0644;
  return fill(result, __model_size_of_name(name), mode);
}

int stat(const char *restrict name, struct stat *restrict result) {
  return stat_name(name, result);
}

int lstat(const char *restrict name, struct stat *restrict result) {
  return stat_name(name, result);
}

int fstat(int fd, struct stat *result) {
  int standard = __model_is_standard(fd);
  if (standard < 0)
    return -1;
  return fill(result, __model_size_fd(fd),
              standard ? S_IFIFO | 0600 : S_IFREG | 0644);
}

/* ---- The process ---- */

int getpid(void) {
  return 4242;
}

int getppid(void) {
  return 1;
}

unsigned getuid(void) {
  return 1000;
}

unsigned geteuid(void) {
  return 1000;
}

unsigned getgid(void) {
  return 1000;
}

unsigned getegid(void) {
  return 1000;
}

char *getcwd(char *buffer, size_t size) {
  if (size < 2) {
    __model_set_errno(size == 0 ? EINVAL : ERANGE);
    return NULL;
  }
  if (buffer == NULL && (buffer = malloc(size)) == NULL)
    return NULL;
  buffer[0] = '/';
  buffer[1] = '\0';
  return buffer;
}

/* Time does not pass: nobody can tell. */
unsigned sleep(unsigned seconds) {
  (void)seconds;
  return 0;
}

int usleep(unsigned microseconds) {
  (void)microseconds;
  return 0;
}

long sysconf(int name) {
  switch (name) {
  case 30: /* _SC_PAGESIZE */
    return 4096;
  case 2: /* _SC_CLK_TCK */
    return 100;
  case 4: /* _SC_OPEN_MAX */
    return 1024;
  case 83: /* _SC_NPROCESSORS_CONF */
  case 84: /* _SC_NPROCESSORS_ONLN */
    return 1;
  default:
    __model_set_errno(EINVAL);
    return -1;
  }
}

int getpagesize(void) {
  return 4096;
}
