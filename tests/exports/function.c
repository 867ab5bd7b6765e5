// A function to be tried without a harness: a string, a structure, an array, a callback; beside a `main` of its own.
#include <assert.h>
#include <stddef.h>
#include <stdio.h>

struct rule {
  const char *name;
  short least;
  double weight;
  struct rule *next;
};

static int weigh(const struct rule *rule, const unsigned char *data, size_t size, int (*accept)(int, double)) {
  double sum = 0;
  for (; rule; rule = rule->next)
    for (size_t i = 0; i < size; i++)
      if (data[i] >= rule->least && rule->name && rule->name[0] == 'w')
        sum += rule->weight;
  int accepted = accept((int)size, 0.5);
  assert(!(sum > 100 && accepted == 3));
  return accepted;
}

int main(void) {
  printf("%d\n", weigh(NULL, (const unsigned char *)"", 0, NULL));
  return 0;
}
