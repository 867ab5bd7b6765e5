/* Arguments of the program that are inputs: how many there are, how long each
 * is, and its bytes. */
#include "model.h"

/* Appends the drawn arguments to a vector that has room for them; each string
 * gets `stride` bytes of `strings`. Returns the number of all. */
int __model_arguments(int given, char **vector, char *strings, size_t stride) {
  int more = (int)__rarebit_number_of_arguments();
  for (int i = 0; i < more; i++) {
    char *text = strings + (size_t)i * stride;
    size_t size = __rarebit_size_of_argument();
    for (size_t k = 0; k < size; k++)
      text[k] = (char)__rarebit_input_uchar("main", "argv", 1, 255);
    text[size] = '\0';
    vector[given + i] = text;
  }
  return given + more;
}
