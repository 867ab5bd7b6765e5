/* Models of the calendar functions of <time.h>: everything is UTC. */
#include "model.h"

typedef long time_t;

struct tm {
  int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday;
  int tm_isdst;
  long tm_gmtoff;
  const char *tm_zone;
};

#define DAY 86400

char *tzname[2] = {(char *)"UTC", (char *)"UTC"};
char *__tzname[2] = {(char *)"UTC", (char *)"UTC"};
long timezone;
int daylight;

void tzset(void) {
}

/* ---- Days ---- */

/* Days from 1970-01-01 to the given day of the proleptic Gregorian calendar;
 * years are counted from March, so that a leap day comes last. */
static long long days_of(long long year, int month, long long day) {
  if (month < 2)
    year--;
  long long era = (year >= 0 ? year : year - 399) / 400;
  long long of_era = year - era * 400;
  long long of_year = (153 * ((month + 10) % 12) + 2) / 5 + day - 1;
  return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year -
         719468;
}

static int is_leap(long long year) {
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

/* Fills in everything; NULL if the year does not fit. */
static struct tm *split(long long seconds, struct tm *result) {
  long long days = seconds / DAY;
  long long rest = seconds % DAY;
  if (rest < 0) {
    rest += DAY;
    days--;
  }
  long long shifted = days + 719468;
  long long era = (shifted >= 0 ? shifted : shifted - 146096) / 146097;
  long long of_era = shifted - era * 146097;
  long long year =
      (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
  long long of_year = of_era - (365 * year + year / 4 - year / 100);
  long long from_march = (5 * of_year + 2) / 153;
  int month = (int)((from_march + 2) % 12);
  year += era * 400 + (month < 2);
  if (year - 1900 > INT_MAX || year - 1900 < -(long long)INT_MAX - 1) {
    __model_set_errno(EOVERFLOW);
    return NULL;
  }
  result->tm_sec = (int)(rest % 60);
  result->tm_min = (int)(rest / 60 % 60);
  result->tm_hour = (int)(rest / 3600);
  result->tm_mday = (int)(of_year - (153 * from_march + 2) / 5) + 1;
  result->tm_mon = month;
  result->tm_year = (int)(year - 1900);
  result->tm_wday = (int)((days % 7 + 11) % 7);
  result->tm_yday = (int)(days - days_of(year, 0, 1));
  result->tm_isdst = 0;
  result->tm_gmtoff = 0;
  result->tm_zone = "GMT";
  return result;
}

/* The time of a broken-down time whose members may be out of their ranges,
 * which are then brought in. */
static time_t join(struct tm *from) {
  long long months = (long long)from->tm_year * 12 + from->tm_mon;
  long long year = (months >= 0 ? months : months - 11) / 12;
  int month = (int)(months - year * 12);
  long long days = days_of(year + 1900, month, 1) + from->tm_mday - 1;
  long long seconds = days * DAY + from->tm_hour * 3600LL +
                      from->tm_min * 60LL + from->tm_sec;
  struct tm whole;
  if ((long long)(time_t)seconds != seconds || split(seconds, &whole) == NULL) {
    __model_set_errno(EOVERFLOW);
    return -1;
  }
  *from = whole;
  return (time_t)seconds;
}

static struct tm shared;

struct tm *gmtime(const time_t *time) {
  return split(*time, &shared);
}

struct tm *gmtime_r(const time_t *restrict time, struct tm *restrict result) {
  return split(*time, result);
}

static struct tm *split_local(time_t time, struct tm *result) {
  if (split(time, result) != NULL)
    result->tm_zone = "UTC";
  return result;
}

struct tm *localtime(const time_t *time) {
  return split_local(*time, &shared);
}

struct tm *localtime_r(const time_t *restrict time,
                       struct tm *restrict result) {
  return split_local(*time, result);
}

time_t mktime(struct tm *from) {
  time_t result = join(from);
  if (result != -1)
    from->tm_zone = "UTC";
  return result;
}

time_t timegm(struct tm *from) {
  return join(from);
}

time_t timelocal(struct tm *from) {
  return join(from);
}

/* ---- As text ---- */

static const char *const days[] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                   "Thursday", "Friday", "Saturday"};
static const char *const months[] = {
    "January", "February", "March",     "April",   "May",      "June",
    "July",    "August",   "September", "October", "November", "December"};

/* Where text goes; too much of it is counted, not kept. */
struct text {
  char *to;
  size_t size, used;
};

static void put(struct text *text, const char *from, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (text->used < text->size)
      text->to[text->used] = from[i];
    text->used++;
  }
}

static void put_word(struct text *text, const char *word) {
  put(text, word, __model_length(word));
}

/* A number of at least `width` characters, padded on its left. */
static void put_number(struct text *text, long long number, size_t width,
                       char padding) {
  char digits[24];
  size_t n = 0;
  unsigned long long rest = number < 0 ? 0 - (unsigned long long)number
                                       : (unsigned long long)number;
  do {
    digits[n++] = (char)('0' + rest % 10);
    rest /= 10;
  } while (rest > 0);
  if (number < 0)
    put(text, "-", 1);
  for (size_t i = n + (number < 0); padding != '\0' && i < width; i++)
    put(text, &padding, 1);
  while (n > 0)
    put(text, &digits[--n], 1);
}

static const char *name_of(const char *const *names, int count, int which) {
  return which >= 0 && which < count ? names[which] : "?";
}

static void put_short(struct text *text, const char *name) {
  put(text, name, name[1] == '\0' ? 1 : 3);
}

/* The week of ISO 8601 and the year it belongs to. */
static int iso_week(const struct tm *tm, long long *year) {
  int day = (tm->tm_wday + 6) % 7; /* Monday is 0 */
  int week = (tm->tm_yday - day + 10) / 7;
  *year = tm->tm_year + 1900LL;
  if (week < 1) {
    --*year;
    int length = is_leap(*year) ? 366 : 365;
    return (tm->tm_yday + length - day + 10) / 7;
  }
  if (week == 53) {
    int length = is_leap(*year) ? 366 : 365;
    if (tm->tm_yday - day + 3 >= length) {
      ++*year;
      return 1;
    }
  }
  return week;
}

static int twelve(int hour) {
  int h = hour % 12;
  return h == 0 ? 12 : h;
}

static void format(struct text *text, const char *f, const struct tm *tm);

/* One conversion; the padding is what a flag asks for, or -1. */
static void convert(struct text *text, int letter, const struct tm *tm,
                    int flag) {
  char zero = flag >= 0 ? (char)flag : '0', blank = flag >= 0 ? (char)flag : ' ';
  long long year;
  switch (letter) {
  case 'a':
    put_short(text, name_of(days, 7, tm->tm_wday));
    break;
  case 'A':
    put_word(text, name_of(days, 7, tm->tm_wday));
    break;
  case 'b':
  case 'h':
    put_short(text, name_of(months, 12, tm->tm_mon));
    break;
  case 'B':
    put_word(text, name_of(months, 12, tm->tm_mon));
    break;
  case 'c':
    format(text, "%a %b %e %H:%M:%S %Y", tm);
    break;
  case 'C':
    year = tm->tm_year + 1900LL;
    put_number(text, year / 100 - (year % 100 < 0), 2, zero);
    break;
  case 'd':
    put_number(text, tm->tm_mday, 2, zero);
    break;
  case 'D':
  case 'x':
    format(text, "%m/%d/%y", tm);
    break;
  case 'e':
    put_number(text, tm->tm_mday, 2, blank);
    break;
  case 'F':
    format(text, "%Y-%m-%d", tm);
    break;
  case 'g':
    iso_week(tm, &year);
    put_number(text, (year % 100 + 100) % 100, 2, zero);
    break;
  case 'G':
    iso_week(tm, &year);
    put_number(text, year, 1, zero);
    break;
  case 'H':
    put_number(text, tm->tm_hour, 2, zero);
    break;
  case 'I':
    put_number(text, twelve(tm->tm_hour), 2, zero);
    break;
  case 'j':
    put_number(text, tm->tm_yday + 1LL, 3, zero);
    break;
  case 'k':
    put_number(text, tm->tm_hour, 2, blank);
    break;
  case 'l':
    put_number(text, twelve(tm->tm_hour), 2, blank);
    break;
  case 'm':
    put_number(text, tm->tm_mon + 1LL, 2, zero);
    break;
  case 'M':
    put_number(text, tm->tm_min, 2, zero);
    break;
  case 'n':
    put(text, "\n", 1);
    break;
  case 'p':
    put_word(text, tm->tm_hour > 11 ? "PM" : "AM");
    break;
  case 'P':
    put_word(text, tm->tm_hour > 11 ? "pm" : "am");
    break;
  case 'r':
    format(text, "%I:%M:%S %p", tm);
    break;
  case 'R':
    format(text, "%H:%M", tm);
    break;
  case 's': {
    struct tm copy = *tm;
    put_number(text, join(&copy), 1, zero);
    break;
  }
  case 'S':
    put_number(text, tm->tm_sec, 2, zero);
    break;
  case 't':
    put(text, "\t", 1);
    break;
  case 'T':
  case 'X':
    format(text, "%H:%M:%S", tm);
    break;
  case 'u':
    put_number(text, (tm->tm_wday + 6) % 7 + 1, 1, zero);
    break;
  case 'U':
    put_number(text, (tm->tm_yday - tm->tm_wday + 7) / 7, 2, zero);
    break;
  case 'V':
    put_number(text, iso_week(tm, &year), 2, zero);
    break;
  case 'w':
    put_number(text, tm->tm_wday, 1, zero);
    break;
  case 'W':
    put_number(text, (tm->tm_yday - (tm->tm_wday + 6) % 7 + 7) / 7, 2, zero);
    break;
  case 'y':
    put_number(text, (tm->tm_year % 100 + 100) % 100, 2, zero);
    break;
  case 'Y':
    put_number(text, tm->tm_year + 1900LL, 1, zero);
    break;
  case 'z':
    put_word(text, "+0000");
    break;
  case 'Z':
    put_word(text, tm->tm_zone != NULL ? tm->tm_zone : "");
    break;
  case '%':
    put(text, "%", 1);
    break;
  default: {
    char unknown[2] = {'%', (char)letter};
    put(text, unknown, 2);
  }
  }
}

static void format(struct text *text, const char *f, const struct tm *tm) {
  for (; *f != '\0'; f++) {
    if (*f != '%') {
      put(text, f, 1);
      continue;
    }
    int flag = -1;
    f++;
    if (*f == '-' || *f == '_' || *f == '0') {
      flag = *f == '-' ? '\0' : *f == '_' ? ' ' : '0';
      f++;
    }
    if (*f == 'E' || *f == 'O')
      f++;
    if (*f == '\0') {
      put(text, "%", 1);
      return;
    }
    convert(text, (unsigned char)*f, tm, flag);
  }
}

size_t strftime(char *restrict to, size_t size, const char *restrict f,
                const struct tm *restrict tm) {
  struct text text = {to, size, 0};
  format(&text, f, tm);
  if (text.used >= size)
    return 0;
  to[text.used] = '\0';
  return text.used;
}

static char *write_time(const struct tm *tm, char *to, size_t size) {
  struct text text = {to, size, 0};
  put_short(&text, tm->tm_wday >= 0 && tm->tm_wday < 7 ? days[tm->tm_wday]
                                                       : "???");
  put(&text, " ", 1);
  put_short(&text, tm->tm_mon >= 0 && tm->tm_mon < 12 ? months[tm->tm_mon]
                                                      : "???");
  put_number(&text, tm->tm_mday, 3, ' ');
  put(&text, " ", 1);
  put_number(&text, tm->tm_hour, 2, '0');
  put(&text, ":", 1);
  put_number(&text, tm->tm_min, 2, '0');
  put(&text, ":", 1);
  put_number(&text, tm->tm_sec, 2, '0');
  put(&text, " ", 1);
  put_number(&text, tm->tm_year + 1900LL, 1, '0');
  put(&text, "\n", 2);
  return to;
}

static char shared_text[64];

char *asctime(const struct tm *tm) {
  return write_time(tm, shared_text, sizeof shared_text);
}

char *asctime_r(const struct tm *restrict tm, char *restrict to) {
  return write_time(tm, to, 26);
}

char *ctime(const time_t *time) {
  struct tm tm;
  return split(*time, &tm) == NULL
             ? NULL
             : write_time(&tm, shared_text, sizeof shared_text);
}

char *ctime_r(const time_t *time, char *to) {
  struct tm tm;
  return split(*time, &tm) == NULL ? NULL : write_time(&tm, to, 26);
}
