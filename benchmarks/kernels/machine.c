/* State machine: a tokenizer over a generated stream of characters. */
extern int __VERIFIER_nondet_int(void);

enum state { START, WORD, NUMBER, STRING, ESCAPE, COMMENT };

unsigned kernel(unsigned seed) {
  static const char alphabet[] = "ab1 2\"\\#\nxy 7+";
  enum state state = START;
  unsigned x = seed | 1, words = 0, numbers = 0, strings = 0, comments = 0;
  for (int i = 0; i < 10000; i++) {
    x = x * 1664525 + 1013904223;
    char c = alphabet[(x >> 16) % 14];
    switch (state) {
    case START:
      if (c >= 'a' && c <= 'z')
        state = WORD;
      else if (c >= '0' && c <= '9')
        state = NUMBER;
      else if (c == '"')
        state = STRING;
      else if (c == '#')
        state = COMMENT;
      break;
    case WORD:
      if (!(c >= 'a' && c <= 'z')) {
        words++;
        state = START;
      }
      break;
    case NUMBER:
      if (!(c >= '0' && c <= '9')) {
        numbers++;
        state = START;
      }
      break;
    case STRING:
      if (c == '\\')
        state = ESCAPE;
      else if (c == '"') {
        strings++;
        state = START;
      }
      break;
    case ESCAPE:
      state = STRING;
      break;
    case COMMENT:
      if (c == '\n') {
        comments++;
        state = START;
      }
      break;
    }
  }
  return words * 3 + numbers * 5 + strings * 7 + comments * 11;
}

int main(void) { return (int)(kernel((unsigned)__VERIFIER_nondet_int()) & 127); }
