/* A console that knows three commands, one of which is not implemented. */
#include <assert.h>
#include <string.h>

extern char __VERIFIER_nondet_char(void);

enum command { UNKNOWN, HELP, STATUS, SHUTDOWN };

static enum command look_up(const char *line) {
  if (strcmp(line, "help") == 0) {
    return HELP;
  }
  if (strcmp(line, "status") == 0) {
    return STATUS;
  }
  if (strcmp(line, "shutdown") == 0) {
    return SHUTDOWN;
  }
  return UNKNOWN;
}

int main(void) {
  char line[16];
  int length = 0;

  while (length < 15) {
    char c = __VERIFIER_nondet_char();
    if (c == '\n') {
      break;
    }
    line[length++] = c;
  }
  line[length] = '\0';
  assert(look_up(line) != SHUTDOWN);
  return 0;
}
