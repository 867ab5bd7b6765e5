#include <stddef.h>

static int get(const int *p) {
  return p != NULL ? *p : 0;
}

int main(void) {
  int x = 1;
  return get(&x) + get(NULL);
}
