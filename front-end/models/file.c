/* Files in memory: there are none when the program starts, what it writes it
 * can read again, and nothing is left when it ends. There are no directories
 * but those in names. /dev/null is there.
 *
 * A descriptor is a number with an open file description behind it, as in
 * POSIX; 0, 1 and 2 are the standard streams. */
#include "file.h"

/* ---- Files ---- */

struct file {
  char *name; /* NULL: removed, lives on while it is open */
  unsigned char *data;
  size_t size, capacity;
  unsigned opens;
  struct file *next;
};

static struct file *files;

static int is_same(const char *a, const char *b) {
  size_t i = 0;
  while (a[i] != '\0' && a[i] == b[i])
    i++;
  return a[i] == b[i];
}

static char *copy_of(const char *text) {
  size_t size = __model_length(text) + 1;
  char *copy = __rarebit_alloc(size, 1);
  __builtin_memcpy(copy, text, size);
  return copy;
}

static struct file *find(const char *name) {
  for (struct file *file = files; file != NULL; file = file->next)
    if (file->name != NULL && is_same(file->name, name))
      return file;
  return NULL;
}

static struct file *create(const char *name) {
  struct file *file = __rarebit_alloc(sizeof *file, 16);
  file->name = name != NULL ? copy_of(name) : NULL;
  file->data = NULL;
  file->size = file->capacity = 0;
  file->opens = 0;
  file->next = files;
  files = file;
  return file;
}

/* Frees a file that nobody can reach any more. */
static void release(struct file *file) {
  if (file->name != NULL || file->opens > 0)
    return;
  struct file **link = &files;
  while (*link != file)
    link = &(*link)->next;
  *link = file->next;
  if (file->data != NULL)
    __rarebit_free(file->data);
  __rarebit_free(file);
}

static void forget_name(struct file *file) {
  __rarebit_free(file->name);
  file->name = NULL;
  release(file);
}

static void reserve(struct file *file, size_t size) {
  if (size <= file->capacity)
    return;
  size_t capacity = file->capacity < 32 ? 64 : 2 * file->capacity;
  if (capacity < size)
    capacity = size;
  unsigned char *data = __rarebit_alloc(capacity, 16);
  if (file->data != NULL) {
    __builtin_memcpy(data, file->data, file->size);
    __rarebit_free(file->data);
  }
  file->data = data;
  file->capacity = capacity;
}

static void resize(struct file *file, size_t size) {
  reserve(file, size);
  if (size > file->size)
    __builtin_memset(file->data + file->size, 0, size - file->size);
  file->size = size;
}

/* ---- Descriptors ---- */

enum { STANDARD, MEMORY, NOTHING };

struct description {
  int kind;
  int flags;
  int standard; /* 0, 1 or 2 */
  struct file *file;
  size_t position;
  unsigned references;
};

#define DESCRIPTORS 256

static struct description standard[3] = {
    {.kind = STANDARD, .flags = O_RDONLY, .standard = 0, .references = 1},
    {.kind = STANDARD, .flags = O_WRONLY, .standard = 1, .references = 1},
    {.kind = STANDARD, .flags = O_WRONLY, .standard = 2, .references = 1},
};
static struct description *table[DESCRIPTORS] = {&standard[0], &standard[1],
                                                 &standard[2]};

static struct description *lookup(int fd) {
  if (fd < 0 || fd >= DESCRIPTORS || table[fd] == NULL) {
    __model_set_errno(EBADF);
    return NULL;
  }
  return table[fd];
}

static int free_descriptor(int from) {
  for (int fd = from; fd < DESCRIPTORS; fd++)
    if (table[fd] == NULL)
      return fd;
  __model_set_errno(EMFILE);
  return -1;
}

static int describe(int kind, struct file *file, int flags) {
  int fd = free_descriptor(0);
  if (fd < 0)
    return -1;
  struct description *new = __rarebit_alloc(sizeof *new, 16);
  new->kind = kind;
  new->flags = flags;
  new->standard = -1;
  new->file = file;
  new->position = 0;
  new->references = 1;
  if (file != NULL)
    file->opens++;
  table[fd] = new;
  return fd;
}

/* Does the name say a directory, or one that is not there? */
static int is_directory(const char *name) {
  return is_same(name, ".") || is_same(name, "/") || is_same(name, "..") ||
         is_same(name, "/tmp");
}

int __model_open(const char *name, int flags) {
  int writes = (flags & O_ACCMODE) != O_RDONLY;
  if (*name == '\0') {
    __model_set_errno(ENOENT);
    return -1;
  }
  if (is_same(name, "/dev/null"))
    return describe(NOTHING, NULL, flags);
  if (is_directory(name)) {
    __model_set_errno(EISDIR);
    return -1;
  }
  struct file *file = find(name);
  if (file == NULL && !(flags & O_CREAT)) {
    __model_set_errno(ENOENT);
    return -1;
  }
  if (file != NULL && (flags & O_CREAT) && (flags & O_EXCL)) {
    __model_set_errno(EEXIST);
    return -1;
  }
  if (file == NULL)
    file = create(name);
  if ((flags & O_TRUNC) && writes)
    file->size = 0;
  return describe(MEMORY, file, flags);
}

int __model_open_unnamed(void) {
  return describe(MEMORY, create(NULL), O_RDWR);
}

int __model_close(int fd) {
  struct description *open = lookup(fd);
  if (open == NULL)
    return -1;
  table[fd] = NULL;
  if (--open->references > 0)
    return 0;
  if (open->file != NULL) {
    open->file->opens--;
    release(open->file);
  }
  if (open->kind != STANDARD)
    __rarebit_free(open);
  return 0;
}

ssize_t __model_read_fd(int fd, void *buffer, size_t size) {
  struct description *open = lookup(fd);
  if (open == NULL)
    return -1;
  if ((open->flags & O_ACCMODE) == O_WRONLY) {
    __model_set_errno(EBADF);
    return -1;
  }
  if (open->kind == STANDARD)
    return (ssize_t)__model_stdin_read(buffer, size);
  if (open->kind == NOTHING || open->position >= open->file->size)
    return 0;
  size_t left = open->file->size - open->position;
  size_t n = size < left ? size : left;
  if (n > 0)
    __builtin_memcpy(buffer, open->file->data + open->position, n);
  open->position += n;
  return (ssize_t)n;
}

ssize_t __model_write_fd(int fd, const void *data, size_t size) {
  struct description *open = lookup(fd);
  if (open == NULL)
    return -1;
  if ((open->flags & O_ACCMODE) == O_RDONLY) {
    __model_set_errno(EBADF);
    return -1;
  }
  if (size == 0 || open->kind == NOTHING)
    return (ssize_t)size;
  if (open->kind == STANDARD) {
    __rarebit_write(open->standard, data, size);
    return (ssize_t)size;
  }
  struct file *file = open->file;
  if (open->flags & O_APPEND)
    open->position = file->size;
  if (open->position + size > file->size)
    resize(file, open->position + size);
  __builtin_memcpy(file->data + open->position, data, size);
  open->position += size;
  return (ssize_t)size;
}

long long __model_seek_fd(int fd, long long offset, int whence) {
  struct description *open = lookup(fd);
  if (open == NULL)
    return -1;
  if (open->kind == STANDARD) {
    __model_set_errno(ESPIPE);
    return -1;
  }
  if (open->kind == NOTHING)
    return 0;
  long long base = whence == SEEK_CUR   ? (long long)open->position
                   : whence == SEEK_END ? (long long)open->file->size
                                        : 0;
  if (whence < SEEK_SET || whence > SEEK_END || base + offset < 0) {
    __model_set_errno(EINVAL);
    return -1;
  }
  open->position = (size_t)(base + offset);
  return base + offset;
}

long long __model_size_fd(int fd) {
  struct description *open = lookup(fd);
  if (open == NULL)
    return -1;
  return open->file != NULL ? (long long)open->file->size : 0;
}

int __model_truncate_fd(int fd, long long size) {
  struct description *open = lookup(fd);
  if (open == NULL)
    return -1;
  if (open->file == NULL || size < 0 || (open->flags & O_ACCMODE) == O_RDONLY) {
    __model_set_errno(EINVAL);
    return -1;
  }
  resize(open->file, (size_t)size);
  return 0;
}

int __model_duplicate(int fd, int from) {
  struct description *open = lookup(fd);
  if (open == NULL)
    return -1;
  int copy = free_descriptor(from);
  if (copy < 0)
    return -1;
  open->references++;
  table[copy] = open;
  return copy;
}

int __model_duplicate_to(int fd, int to) {
  struct description *open = lookup(fd);
  if (open == NULL)
    return -1;
  if (to < 0 || to >= DESCRIPTORS) {
    __model_set_errno(EBADF);
    return -1;
  }
  if (to == fd)
    return to;
  if (table[to] != NULL)
    __model_close(to);
  open->references++;
  table[to] = open;
  return to;
}

int __model_is_standard(int fd) {
  struct description *open = lookup(fd);
  return open == NULL ? -1 : open->kind == STANDARD;
}

/* ---- Names ---- */

static int exists(const char *name) {
  return is_directory(name) || is_same(name, "/dev/null") || find(name) != NULL;
}

static int no_such_file(void) {
  __model_set_errno(ENOENT);
  return -1;
}

long long __model_size_of_name(const char *name) {
  struct file *file = find(name);
  if (file != NULL)
    return (long long)file->size;
  return exists(name) ? 0 : no_such_file();
}

int __model_is_directory(const char *name) {
  return is_directory(name);
}

int __model_remove(const char *name) {
  struct file *file = find(name);
  if (file == NULL)
    return no_such_file();
  forget_name(file);
  return 0;
}

int __model_rename(const char *from, const char *to) {
  struct file *file = find(from), *other = find(to);
  if (file == NULL)
    return no_such_file();
  if (file == other)
    return 0;
  if (other != NULL)
    forget_name(other);
  char *name = copy_of(to);
  __rarebit_free(file->name);
  file->name = name;
  return 0;
}

int __model_exists(const char *name) {
  return exists(name) ? 0 : no_such_file();
}
