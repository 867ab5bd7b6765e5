#include <string.h>

int main(void) {
  char name[9];
  strcpy(name, "Somebody");
  return name[8];
}
