#include <stdlib.h>
#include <string.h>

/* Too much by so far that the copy would reach the other object: how far that is away is nobody's business. */
static void copy(char *to, const char *from, size_t n) {
  memcpy(to, from, n); // FAIL: bounds
}

int main(void) {
  char *to = malloc(3), *from = malloc(400);
  if (!to || !from)
    return 0;
  memset(from, 1, 400);
  copy(to, from, 300);
  int first = to[0];
  free(to);
  free(from);
  return first;
}
