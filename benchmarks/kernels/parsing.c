/* String parsing: an expression of numbers, operators and parentheses, written and then evaluated. */
extern int __VERIFIER_nondet_int(void);

static const char *at;

static int expression(void);

static int number(void) {
  int value = 0;
  while (*at >= '0' && *at <= '9')
    value = value * 10 + (*at++ - '0');
  return value;
}

static int factor(void) {
  if (*at == '(') {
    at++;
    int value = expression();
    at++;
    return value;
  }
  if (*at == '-') {
    at++;
    return -factor();
  }
  return number();
}

static int term(void) {
  int value = factor();
  while (*at == '*')
    at++, value = (value * factor()) & 0xffff;
  return value;
}

static int expression(void) {
  int value = term();
  while (*at == '+' || *at == '-')
    value = *at++ == '+' ? value + term() : value - term();
  return value & 0xffffff;
}

unsigned kernel(unsigned seed) {
  char text[1200];
  unsigned n = 0, x = seed | 1;
  while (n < 1100) {
    x = x * 1664525 + 1013904223;
    if (x >> 30)
      text[n++] = '(';
    text[n++] = (char)('1' + (x >> 24) % 9);
    text[n++] = (char)('0' + (x >> 16) % 10);
    text[n++] = "+-*"[(x >> 8) % 3];
    text[n++] = (char)('1' + (x >> 20) % 9);
    if (x >> 30)
      text[n++] = ')';
    text[n++] = "+-"[x >> 31];
  }
  text[n++] = '7';
  text[n] = 0;
  at = text;
  return (unsigned)expression();
}

int main(void) { return (int)(kernel((unsigned)__VERIFIER_nondet_int()) & 127); }
