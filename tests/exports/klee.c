#include <assert.h>
#include <stddef.h>

void klee_make_symbolic(void *start, size_t size, const char *name);
void klee_assume(unsigned long condition);

struct pair {
  int number;
  short half[3];
};

int main(void) {
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    struct pair pair;
    klee_make_symbolic(&pair, sizeof pair, "pair");
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    sum += (pair.number == 77) + (pair.half[2] == -3) + (x == i);
  }
  unsigned char bytes[5];
  klee_make_symbolic(bytes, sizeof bytes, "bytes");
  assert(sum < 1 || bytes[4] != 'z');
  return 0;
}
