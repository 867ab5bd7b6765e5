#include <stdlib.h>
#include <string.h>

int main(void) {
  char *path = malloc(8);
  strcpy(path, "/home");
  strcat(path, "/me"); // FAIL: destination
  free(path);
  return 0;
}
