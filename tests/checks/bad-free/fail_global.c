#include <stdlib.h>

static char text[] = "not from malloc";

static void drop(char *p) {
  free(p); // FAIL: bad-free
}

int main(void) {
  drop(text);
  return 0;
}
