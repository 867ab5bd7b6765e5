/* A fuzz target: reads behind its data if that is "FU" and no more. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

static int ready;

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  ready = *argc == 1 && (*argv)[*argc] == NULL;
  return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (!ready)
    abort();
  if (size > 1 && data[0] == 'F' && data[1] == 'U' && data[2] == 'Z')
    return 1;
  return 0;
}
