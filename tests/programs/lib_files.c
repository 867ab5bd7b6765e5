/* Files: written, read, sought, appended to, renamed, removed. The native
 * program keeps to one name in the working directory and cleans up. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char name[64], other[64];

static void show(const char *which) {
  FILE *file = fopen(which, "r");
  if (file == NULL) {
    printf("%d: no file\n", errno);
    return;
  }
  char line[64];
  int number = 0;
  while (fgets(line, sizeof line, file))
    printf("%d: %s", ++number, line);
  printf("| eof %d\n", feof(file) != 0);
  fclose(file);
}

static void streams(void) {
  FILE *file = fopen(name, "w");
  printf("%d\n", fprintf(file, "first line\nnumber %d\n", 42));
  fputs("third\n", file);
  printf("at %ld\n", ftell(file));
  printf("read from it: %d %d\n", fgetc(file), ferror(file) != 0);
  fclose(file);
  show(name);
  file = fopen(name, "r+");
  fseek(file, 6, SEEK_SET);
  fwrite("LINE", 1, 4, file);
  fseek(file, -6, SEEK_END);
  printf("%c", fgetc(file));
  printf(" at %ld\n", ftell(file));
  rewind(file);
  int word = 0;
  char text[16];
  fscanf(file, "%15s", text);
  printf("%s\n", text);
  fseek(file, 7, SEEK_CUR);
  printf("%d ", fscanf(file, "umber %d", &word));
  printf("%d\n", word);
  ungetc('Z', file);
  printf("%c\n", fgetc(file));
  fclose(file);
  file = fopen(name, "a+");
  fputs("appended\n", file);
  rewind(file);
  printf("%c\n", fgetc(file));
  fclose(file);
  show(name);
}

static void names(void) {
  printf("%d\n", rename(name, other));
  show(name);
  show(other);
  printf("%d %d\n", access(other, F_OK), access(name, F_OK));
  struct stat about;
  printf("%d %ld\n", stat(other, &about), (long)about.st_size);
  printf("%d %d\n", S_ISREG(about.st_mode) != 0, S_ISDIR(about.st_mode) != 0);
  printf("%d\n", remove(other));
  printf("%d %d\n", remove(other), errno == ENOENT);
  printf("%d\n", fopen(other, "r") == NULL);
}

static void descriptors(void) {
  int fd = open(name, O_CREAT | O_RDWR | O_EXCL, 0600);
  printf("%d\n", fd > 2);
  printf("%d %d\n", open(name, O_CREAT | O_EXCL | O_WRONLY, 0600),
         errno == EEXIST);
  printf("%d\n", (int)write(fd, "0123456789", 10));
  printf("%d\n", (int)lseek(fd, 100, SEEK_SET));
  printf("%d\n", (int)write(fd, "x", 1));
  printf("%d\n", (int)lseek(fd, 8, SEEK_SET));
  char buffer[8];
  printf("%d ", (int)read(fd, buffer, 4));
  printf("%c%c%d%d\n", buffer[0], buffer[1], buffer[2], buffer[3]);
  int copy = dup(fd);
  printf("%d\n", (int)lseek(copy, 0, SEEK_CUR));
  printf("%d %d\n", close(fd), close(copy));
  printf("%d %d\n", close(fd), errno == EBADF);
  printf("%d\n", unlink(name));
}

static void temporary(void) {
  FILE *file = tmpfile();
  for (int i = 0; i < 100; i++)
    fwrite(&i, sizeof i, 1, file);
  fseek(file, 50 * (long)sizeof(int), SEEK_SET);
  int numbers[60];
  size_t n = fread(numbers, sizeof(int), 60, file);
  printf("%zu %d %d\n", n, numbers[0], numbers[n - 1]);
  fclose(file);
}

int main(void) {
  snprintf(name, sizeof name, "/tmp/lib-files-%d.txt", (int)getpid());
  snprintf(other, sizeof other, "/tmp/lib-files-%d.old", (int)getpid());
  streams();
  names();
  descriptors();
  temporary();
  printf("%d %d\n", fopen("/no/such/directory/file", "r") == NULL,
         errno == ENOENT);
  FILE *null = fopen("/dev/null", "w");
  printf("%d\n", fputs("gone", null) >= 0);
  fclose(null);
  fflush(stdout);
  dprintf(1, "to the descriptor %d\n", 1);
  printf("%d\n", fclose(stdin));
  return 0;
}
