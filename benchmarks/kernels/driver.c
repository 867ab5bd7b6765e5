/* Times kernel(): nanoseconds per run, the median of several rounds. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

unsigned kernel(unsigned seed);
int __VERIFIER_nondet_int(void) { return 0; }

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

int main(void) {
  enum { ROUNDS = 9 };
  double times[ROUNDS];
  unsigned sum = 0, runs = 1;
  for (;; runs *= 2) {
    double start = now();
    for (unsigned i = 0; i < runs; i++)
      sum += kernel(i);
    if (now() - start > 1e7)
      break;
  }
  for (int r = 0; r < ROUNDS; r++) {
    double start = now();
    for (unsigned i = 0; i < runs; i++)
      sum += kernel(i);
    times[r] = (now() - start) / runs;
  }
  qsort(times, ROUNDS, sizeof *times, ascending);
  printf("%.1f %u\n", times[ROUNDS / 2], sum);
}
