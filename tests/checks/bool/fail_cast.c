#include <stdbool.h>

int main(void) {
  unsigned char bytes[3] = {0, 1, 7};
  bool *flags = (bool *)bytes;
  int set = 0;
  for (int i = 0; i < 3; i++)
    if (flags[i]) // FAIL: bool
      set++;
  return set;
}
