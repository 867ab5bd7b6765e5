/* A matcher for small patterns (`^`, `$`, `.`, `c*`), by recursive descent, on a pattern of seven unknown bytes. Nothing
 * says that the pattern ends: reading beyond it is the violation to be found, and the rest of the paths are all the ways
 * to match or not to match. */
extern char __VERIFIER_nondet_char(void);

#define SIZE 7

static int here(const char *pattern, const char *text);

static int star(int c, const char *pattern, const char *text) {
  do {
    if (here(pattern, text))
      return 1;
  } while (*text != '\0' && (*text++ == c || c == '.'));
  return 0;
}

static int here(const char *pattern, const char *text) {
  if (pattern[0] == '\0')
    return 1;
  if (pattern[1] == '*')
    return star(pattern[0], pattern + 2, text);
  if (pattern[0] == '$' && pattern[1] == '\0')
    return *text == '\0';
  if (*text != '\0' && (pattern[0] == '.' || pattern[0] == *text))
    return here(pattern + 1, text + 1);
  return 0;
}

static int match(const char *pattern, const char *text) {
  if (pattern[0] == '^')
    return here(pattern + 1, text);
  do {
    if (here(pattern, text))
      return 1;
  } while (*text++ != '\0');
  return 0;
}

int main(void) {
  char pattern[SIZE];
  for (int i = 0; i < SIZE; i++)
    pattern[i] = __VERIFIER_nondet_char();
  return match(pattern, "hello");
}
