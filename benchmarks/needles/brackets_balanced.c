/* A string of 44 brackets of three kinds: the checker has no answer for one that is balanced to the end. */
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

enum { LENGTH = 44 };

int main(void) {
  static const char kinds[] = "()[]{}";
  char open[LENGTH];
  int depth = 0;

  for (int i = 0; i < LENGTH; i++) {
    char c = kinds[__VERIFIER_nondet_uchar() % 6];
    switch (c) {
    case '(':
    case '[':
    case '{':
      open[depth++] = c;
      break;
    default:
      if (depth == 0) {
        return 0;
      }
      depth--;
      if (c == ')' ? open[depth] != '(' : open[depth] != c - 2) {
        return 0;
      }
    }
  }
  assert(depth != 0);
  return 0;
}
