/* Arguments that are inputs, after one that is given. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++)
    printf("%d %s %zu\n", i, argv[i], strlen(argv[i]));
  assert(argv[argc] == NULL);
  assert(argc < 4 || strcmp(argv[3], "ok") != 0);
  return 0;
}
