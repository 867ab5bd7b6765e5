/* Forty switches, read one by one as a Gray code: one position is reserved for the factory. */
#include <assert.h>
#include <stdbool.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
  unsigned long position = 0;
  bool bit = false;

  for (int i = 0; i < 40; i++) {
    bool turned = __VERIFIER_nondet_bool();
    bit = bit != turned;
    position = position << 1 | bit;
  }
  assert(position != 0xA5C3F00F17UL);
  return 0;
}
