#include <stdlib.h>

_Noreturn static void stop(int status) {
  exit(status);
}

int main(void) {
  stop(0);
}
