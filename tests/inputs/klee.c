/* klee's functions. */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

void klee_make_symbolic(void *address, size_t size, const char *name);
int klee_range(int begin, int end, const char *name);
int klee_int(const char *name);
void klee_assume(uintptr_t condition);
void klee_prefer_cex(void *object, uintptr_t condition);
void klee_silent_exit(int status);
_Noreturn void klee_report_error(const char *file, int line,
                                 const char *message, const char *suffix);
int32_t klee_get_value_i32(int32_t value);
uintptr_t klee_choose(uintptr_t n);
unsigned klee_is_symbolic(uintptr_t value);

int main(void) {
  int x;
  char word[4];
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(word, sizeof word, "word");
  int r = klee_range(10, 20, "r");
  int i = klee_int("i");
  unsigned long k = klee_choose(3);
  klee_prefer_cex(&x, x > 3);
  klee_assume(x > 0);
  if (klee_is_symbolic(x))
    return 9;
  printf("%d %.4s %d %d %lu %d\n", x, word, r, klee_get_value_i32(i), k, k < 3);
  if (i == 1)
    klee_silent_exit(0);
  if (i == 2)
    klee_report_error(__FILE__, __LINE__, "i must not be 2", "user.err");
  assert(i != 3);
  return 0;
}
