#include <stdio.h>

int main(void) {
  printf("%d %f\n", 3, 0.5);
  return 0;
}
