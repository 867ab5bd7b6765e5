/* Times kernel(): with a number of runs as argument, nanoseconds per run of one round of so many; else how many runs a
   round should have. */
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

static unsigned sum;

static double timed(unsigned runs) {
  double start = now();
  for (unsigned i = 0; i < runs; i++)
    sum += kernel(i);
  return now() - start;
}

int main(int argc, char **argv) {
  unsigned runs = 1;
  if (argc > 1) {
    runs = (unsigned)atoi(argv[1]);
    timed(runs / 8); /* Warms up. */
    printf("%.1f %u\n", timed(runs) / runs, sum);
    return 0;
  }
  while (timed(runs) < 2e7)
    runs *= 2;
  printf("%u %u\n", runs, sum);
}
