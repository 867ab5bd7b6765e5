#include <stdio.h>

int main(void) {
  char text[4] = {'f', 'o', 'u', 'r'};
  printf("%.4s\n", text);
  return 0;
}
