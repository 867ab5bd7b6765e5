#include <assert.h>
#include <stdio.h>
#include "limit.h"

int main(int argc, char **argv) {
  char line[LIMIT];
  int total = 0;
  while (fgets(line, sizeof line, stdin))
    for (char *c = line; *c; c++)
      total += *c == '!';
  if (argc > 1 && argv[1][0] == 'x')
    total++;
  printf("%d\n", total);
  assert(total < BOUND);
  return total;
}
