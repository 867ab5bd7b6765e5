#include <stdlib.h>

int main(void) {
  void *p = aligned_alloc(64, 128);
  int wrong = (unsigned long)p % 64 != 0;
  free(p);
  return wrong;
}
