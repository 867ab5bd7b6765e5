/* Standard input: given bytes, or inputs. It is read once and cannot be
 * sought, like a pipe. */
#include "model.h"

/* The content, if the user gave one; the lifter fills it in. */
const unsigned char *__model_stdin_data = NULL;
uint64_t __model_stdin_size = 0;

static int opened;
static size_t size, position;

size_t __model_stdin_read(void *buffer, size_t most) {
  int given = __model_stdin_data != NULL;
  if (!opened) {
    opened = 1;
    size = given ? (size_t)__model_stdin_size : __rarebit_size_of_stdin();
  }
  size_t n = most < size - position ? most : size - position;
  unsigned char *to = buffer;
  for (size_t i = 0; i < n; i++) {
    to[i] = given ? __model_stdin_data[position]
                  : __rarebit_input_uchar("stdin", "stdin", 0, 255);
    position++;
  }
  return n;
}
