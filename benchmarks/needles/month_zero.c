/* A date written as 2024-05-17: the month is checked against twelve but not against zero. */
#include <stdio.h>

extern char __VERIFIER_nondet_char(void);

static const int days_before[12] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};

static int matches(const char *text, const char *pattern) {
  for (; *pattern != '\0'; pattern++, text++) {
    if (*pattern == '#') {
      if (*text < '0' || *text > '9') {
        return 0;
      }
    } else if (*text != *pattern) {
      return 0;
    }
  }
  return 1;
}

static int number(const char *text, int length) {
  int value = 0;
  for (int i = 0; i < length; i++) {
    value = 10 * value + (text[i] - '0');
  }
  return value;
}

int main(void) {
  char date[10];
  for (int i = 0; i < 10; i++) {
    date[i] = __VERIFIER_nondet_char();
  }
  if (!matches(date, "####-##-##")) {
    return 0;
  }
  int month = number(date + 5, 2);
  int day = number(date + 8, 2);
  if (month > 12 || day > 31) {
    return 0;
  }
  int before = days_before[month - 1];
  printf("%d\n", before + day);
  return 0;
}
