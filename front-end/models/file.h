/* Shared by the models of files: flags as Linux numbers them, and what lies
 * behind a descriptor. Each function sets errno and gives -1 where it fails. */
#ifndef RAREBIT_FILE_H
#define RAREBIT_FILE_H

#include "model.h"

#define O_ACCMODE 3
#define O_RDONLY 0
#define O_WRONLY 1
#define O_RDWR 2
#define O_CREAT 0100
#define O_EXCL 0200
#define O_TRUNC 01000
#define O_APPEND 02000

#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2

#define ENOENT 2
#define EEXIST 17
#define ENOTDIR 20
#define EISDIR 21
#define EMFILE 24
#define ENOTTY 25
#define ESPIPE 29

int __model_open(const char *name, int flags);
int __model_open_unnamed(void);
int __model_close(int fd);
ssize_t __model_read_fd(int fd, void *buffer, size_t size);
ssize_t __model_write_fd(int fd, const void *data, size_t size);
long long __model_seek_fd(int fd, long long offset, int whence);
long long __model_size_fd(int fd);
int __model_truncate_fd(int fd, long long size);
int __model_duplicate(int fd, int from);
int __model_duplicate_to(int fd, int to);
/* Is it one of the three streams that are there at the start? */
int __model_is_standard(int fd);

long long __model_size_of_name(const char *name);
int __model_is_directory(const char *name);
int __model_remove(const char *name);
int __model_rename(const char *from, const char *to);
int __model_exists(const char *name);

#endif
