/* Nanoseconds since 1970 turned into a date: the very start of a leap day is billed twice. */
#include <assert.h>

extern unsigned long __VERIFIER_nondet_ulong(void);

static const unsigned long day_length = 86400UL * 1000000000UL;

static int is_leap(unsigned long year) {
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

int main(void) {
  unsigned long now = __VERIFIER_nondet_ulong();
  unsigned long days = now / day_length;
  unsigned long within = now % day_length;

  unsigned long year = 1970;
  unsigned long length = 365;
  while (days >= length) {
    days -= length;
    year++;
    length = is_leap(year) ? 366 : 365;
  }
  int leap_day = is_leap(year) && days == 31 + 28;
  assert(!leap_day || within != 0);
  return 0;
}
