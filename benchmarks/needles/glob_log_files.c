/* File names against a pattern with a star: log files of the temporary directory must not come this way. */
#include <assert.h>

extern char __VERIFIER_nondet_char(void);

static int matches(const char *pattern, const char *text) {
  if (*pattern == '\0') {
    return *text == '\0';
  }
  if (*pattern == '*') {
    return matches(pattern + 1, text) || (*text != '\0' && matches(pattern, text + 1));
  }
  return *text == *pattern && matches(pattern + 1, text + 1);
}

int main(void) {
  char name[13];
  for (int i = 0; i < 12; i++) {
    name[i] = __VERIFIER_nondet_char();
  }
  name[12] = '\0';
  assert(!matches("/tmp/*.log", name));
  return 0;
}
