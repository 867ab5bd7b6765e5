/* Settings as key=value: "mode=raw" turns off the translation and must be refused by this reader. */
#include <assert.h>

extern char __VERIFIER_nondet_char(void);

enum { SIZE = 12 };

static int same(const char *text, int length, const char *word) {
  int i = 0;
  while (i < length && word[i] != '\0' && text[i] == word[i]) {
    i++;
  }
  return i == length && word[i] == '\0';
}

int main(void) {
  char text[SIZE];
  int length = 0;
  while (length < SIZE) {
    char c = __VERIFIER_nondet_char();
    if (c == '\0') {
      break;
    }
    text[length++] = c;
  }

  int equals = -1;
  for (int i = 0; i < length && equals < 0; i++) {
    if (text[i] == '=') {
      equals = i;
    }
  }
  if (equals < 0) {
    return 0;
  }
  int raw = 0;
  if (same(text, equals, "mode")) {
    raw = same(text + equals + 1, length - equals - 1, "raw");
  }
  assert(!raw);
  return 0;
}
