#include <stdbool.h>

int main(void) {
  unsigned char bytes[2] = {0, 1};
  bool *flags = (bool *)bytes;
  return flags[0] + flags[1] - 1;
}
