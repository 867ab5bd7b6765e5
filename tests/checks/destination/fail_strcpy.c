#include <string.h>

int main(void) {
  char name[8];
  strcpy(name, "Somebody"); // FAIL: destination
  return name[0];
}
