/* gmtime, timegm, strftime, asctime: the calendar without clocks. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <time.h>

static void show(long long seconds) {
  time_t t = (time_t)seconds;
  struct tm tm;
  gmtime_r(&t, &tm);
  printf("%lld: %d-%d-%d %d:%d:%d w%d y%d back %d\n", seconds,
         tm.tm_year + 1900, tm.tm_mon + 1, tm.tm_mday, tm.tm_hour, tm.tm_min,
         tm.tm_sec, tm.tm_wday, tm.tm_yday, timegm(&tm) == t);
  char text[200];
  const char *formats[] = {"%a %A %b %B %h",    "%c|%D|%F|%T|%R|%r|%x|%X",
                           "%C %d %e %g %G %H", "%I %j %k %l %m %M %p %P",
                           "%S %s %u %U %V",    "%w %W %y %Y %z %Z %%",
                           "%-d %_H %-m %Ey %Od"};
  for (int i = 0; i < 7; i++) {
    size_t n = strftime(text, sizeof text, formats[i], &tm);
    printf("  %zu %s\n", n, text);
  }
  printf("  %s", asctime(&tm));
}

int main(void) {
  show(0);
  show(951782399);
  show(951782400);
  show(1709210096);
  show(2147483647);
  show(-1);
  show(-2147483647);
  show(1230768000);
  show(1293839999);
  show(1104537600);
  for (int year = 1999; year < 2012; year++) {
    struct tm tm = {.tm_year = year - 1900, .tm_mon = 0, .tm_mday = 1};
    char text[64];
    timegm(&tm);
    strftime(text, sizeof text, "%G-W%V-%u %j %U %W", &tm);
    printf("%s\n", text);
    tm.tm_mon = 11;
    tm.tm_mday = 31;
    timegm(&tm);
    strftime(text, sizeof text, "%G-W%V-%u %j %U %W", &tm);
    printf("%s\n", text);
  }
  struct tm odd = {.tm_year = 120, .tm_mon = 13, .tm_mday = -5, .tm_hour = 50,
                   .tm_min = -70, .tm_sec = 4000};
  printf("%lld\n", (long long)timegm(&odd));
  printf("%d %d %d %d %d %d\n", odd.tm_year, odd.tm_mon, odd.tm_mday,
         odd.tm_hour, odd.tm_min, odd.tm_sec);
  char small[5];
  printf("%zu\n", strftime(small, sizeof small, "%Y-", &odd));
  printf("%zu\n", strftime(small, sizeof small, "%Y", &odd));
  printf("%g\n", difftime(100, 40));
  return 0;
}
