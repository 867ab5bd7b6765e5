/* The entry of a fuzz target: data of any size up to the chosen greatest one,
 * in a heap object of exactly that size, as libFuzzer does. */
#include "model.h"

int __model_fuzz(int (*initialize)(int *, char ***),
                 int (*test)(const unsigned char *, size_t)) {
  static char name[] = "fuzz";
  static char *vector[] = {name, NULL};
  char **arguments = vector;
  int count = 1;
  if (initialize != NULL)
    initialize(&count, &arguments);
  size_t size = __rarebit_size_of_fuzz();
  unsigned char *data = __rarebit_alloc(size, 16);
  for (size_t i = 0; i < size; i++)
    data[i] = __rarebit_input_uchar("LLVMFuzzerTestOneInput", "data", 0, 255);
  test(data, size);
  __rarebit_free(data);
  return 0;
}
