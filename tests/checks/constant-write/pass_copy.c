#include <string.h>

int main(void) {
  char copy[] = "constant";
  copy[0] = 'K';
  return strcmp(copy, "Konstant");
}
