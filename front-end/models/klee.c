/* What of klee's functions is ordinary C here: every value is concrete in a
 * run, so asking for a value gives it back. */
#include "model.h"

float klee_get_valuef(float value) {
  return value;
}

double klee_get_valued(double value) {
  return value;
}

long klee_get_valuel(long value) {
  return value;
}

long long klee_get_valuell(long long value) {
  return value;
}

int32_t klee_get_value_i32(int32_t value) {
  return value;
}

int64_t klee_get_value_i64(int64_t value) {
  return value;
}

unsigned klee_is_symbolic(uintptr_t value) {
  (void)value;
  return 0;
}

unsigned klee_is_replay(void) {
  return 0;
}

int klee_get_errno(void) {
  return __model_errno();
}

size_t klee_get_obj_size(void *object) {
  return __rarebit_size(object);
}

/* Touches the first and the last byte, which are checked as any access. */
void klee_check_memory_access(const void *start, size_t size) {
  const volatile char *bytes = start;
  if (size > 0) {
    (void)bytes[0];
    (void)bytes[size - 1];
  }
}
