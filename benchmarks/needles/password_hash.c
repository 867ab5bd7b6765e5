/* Passwords compared by a weak hash: another text of the same length has the hash of the password. */
#include <assert.h>
#include <string.h>

extern char __VERIFIER_nondet_char(void);

static unsigned long hash(const char *text) {
  unsigned long h = 5381;
  for (; *text != '\0'; text++) {
    h = h * 33 + (unsigned char)*text;
  }
  return h;
}

int main(void) {
  static const char password[] = "swordfish";
  char text[10];
  for (int i = 0; i < 9; i++) {
    text[i] = __VERIFIER_nondet_char();
    if (text[i] < ' ' || text[i] > '~') {
      return 0;
    }
  }
  text[9] = '\0';

  if (hash(text) == hash(password)) {
    assert(strcmp(text, password) == 0);
  }
  return 0;
}
