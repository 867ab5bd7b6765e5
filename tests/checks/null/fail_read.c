#include <stddef.h>

static int get(const int *p) {
  return *p; // FAIL: null
}

int main(void) {
  int x = 1;
  return get(&x) + get(NULL);
}
