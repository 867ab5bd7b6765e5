/* Models of the clocks: what they show is an input, but they never go back.
 * Each reading is the one before plus an input of nanoseconds; before the
 * first there is an input of seconds since 1970. */
#include "model.h"

typedef long time_t;
typedef long clock_t;

struct timespec {
  time_t tv_sec;
  long tv_nsec;
};

struct timeval {
  time_t tv_sec;
  long tv_usec;
};

#define SECOND 1000000000LL

/* Seconds before 2038, so that 32 bits suffice. */
#define LATEST 0x70000000

static int started;
static long long seconds, nanoseconds;

static void advance(void) {
  if (!started) {
    started = 1;
    seconds = __rarebit_input_int("time", "time", 0, LATEST);
  }
  nanoseconds += __rarebit_input_llong("time", "time.elapsed", 0, 10 * SECOND);
  seconds += nanoseconds / SECOND;
  nanoseconds %= SECOND;
}

time_t time(time_t *result) {
  advance();
  if (result != NULL)
    *result = (time_t)seconds;
  return (time_t)seconds;
}

int gettimeofday(struct timeval *restrict result, void *restrict zone) {
  (void)zone;
  advance();
  result->tv_sec = (time_t)seconds;
  result->tv_usec = (long)(nanoseconds / 1000);
  return 0;
}

int clock_gettime(int clock, struct timespec *result) {
  if (clock < 0 || clock > 11) {
    __model_set_errno(EINVAL);
    return -1;
  }
  advance();
  result->tv_sec = (time_t)seconds;
  result->tv_nsec = (long)nanoseconds;
  return 0;
}

int clock_getres(int clock, struct timespec *result) {
  (void)clock;
  if (result != NULL) {
    result->tv_sec = 0;
    result->tv_nsec = 1;
  }
  return 0;
}

int timespec_get(struct timespec *result, int base) {
  if (base != 1)
    return 0;
  advance();
  result->tv_sec = (time_t)seconds;
  result->tv_nsec = (long)nanoseconds;
  return base;
}

/* Processor time in microseconds. */
clock_t clock(void) {
  static long long used;
  used += __rarebit_input_int("clock", "clock.elapsed", 0, 10000000);
  return (clock_t)used;
}

int nanosleep(const struct timespec *request, struct timespec *rest) {
  (void)request;
  if (rest != NULL)
    rest->tv_sec = rest->tv_nsec = 0;
  return 0;
}

double difftime(time_t end, time_t begin) {
  return (double)end - (double)begin;
}
