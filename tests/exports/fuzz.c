#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size >= 3 && data[0] == 'r' && data[1] == 'b')
    if (data[2] > 0xf0)
      abort();
  return 0;
}
