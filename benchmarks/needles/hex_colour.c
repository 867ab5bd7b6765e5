/* A colour written as #rrggbb in either case; one of them is the key colour of the overlay. */
#include <assert.h>
#include <ctype.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
  char text[7];
  for (int i = 0; i < 7; i++) {
    text[i] = __VERIFIER_nondet_char();
  }
  if (text[0] != '#') {
    return 0;
  }
  unsigned int colour = 0;
  for (int i = 1; i < 7; i++) {
    unsigned char c = (unsigned char)text[i];
    if (!isxdigit(c)) {
      return 0;
    }
    int digit = isdigit(c) ? c - '0' : tolower(c) - 'a' + 10;
    colour = colour << 4 | (unsigned int)digit;
  }
  assert(colour != 0xC0FFEE);
  return 0;
}
