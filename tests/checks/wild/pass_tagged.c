#include <stdint.h>
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
  uintptr_t tagged = (uintptr_t)p | 1;
  int *q = (int *)(tagged & ~(uintptr_t)1);
  *q = 7;
  int x = *p - 7;
  free(p);
  return x;
}
