/* Visits by day of the year: the last day of a leap year is number 366 and the table has 365 places. */
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

static int is_leap(int year) {
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

static int month_length(int year, int month) {
  static const int lengths[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return lengths[month - 1] + (month == 2 && is_leap(year));
}

int main(void) {
  int visits[365] = {0};
  int year = __VERIFIER_nondet_int();
  int month = __VERIFIER_nondet_int();
  int day = __VERIFIER_nondet_int();

  if (year < 1970 || year > 2099 || month < 1 || month > 12) {
    return 0;
  }
  if (day < 1 || day > month_length(year, month)) {
    return 0;
  }
  int index = day - 1;
  for (int m = 1; m < month; m++) {
    index += month_length(year, m);
  }
  visits[index]++;
  printf("%d\n", index);
  return 0;
}
