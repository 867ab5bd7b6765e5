/* A decoder of UTF-8 that checks every byte for its form, but not whether the character exists. */
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static int next(const unsigned char *text, int *position, unsigned int *character) {
  unsigned char first = text[(*position)++];
  int more = first < 0x80 ? 0 : first < 0xC2 ? -1 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : first < 0xF8 ? 3 : -1;
  if (more < 0) {
    return 0;
  }
  *character = more == 0 ? first : first & (0x3F >> more);
  for (int i = 0; i < more; i++) {
    unsigned char c = text[(*position)++];
    if ((c & 0xC0) != 0x80) {
      return 0;
    }
    *character = *character << 6 | (c & 0x3F);
  }
  return 1;
}

int main(void) {
  unsigned char text[12] = {0};
  for (int i = 0; i < 8; i++) {
    text[i] = __VERIFIER_nondet_uchar();
  }
  int position = 0;
  unsigned int mark, letter, end;
  if (!next(text, &position, &mark) || mark != 0xFEFF) {
    return 0;
  }
  if (!next(text, &position, &letter) || position != 7) {
    return 0;
  }
  if (!next(text, &position, &end) || end != '\n') {
    return 0;
  }
  assert(letter <= 0x10FFFF);
  return 0;
}
