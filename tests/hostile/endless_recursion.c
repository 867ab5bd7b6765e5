/* Calls without end: plain, mutual, through a pointer, through main, through the library.
 *
 * expect 0: limit depth
 * expect 1: limit depth
 * expect 2: limit depth
 * expect 3: limit depth
 * expect 4: limit depth
 * expect 5: limit depth
 */
#include <signal.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int k;

static int plain(int x) {
  return plain(x + 1) + 1;
}

static int pong(int x);

static int ping(int x) {
  return pong(x) + 1;
}

static int pong(int x) {
  return ping(x) + 1;
}

static int (*volatile self)(int);

static int through(int x) {
  return self(x) * 3;
}

static int compare(const void *a, const void *b) {
  int numbers[2] = {1, 2};
  qsort(numbers, 2, sizeof *numbers, compare);
  return *(const int *)a - *(const int *)b;
}

static void handler(int number) {
  raise(number);
}

int main(int argc, char **argv) {
  if (k == 0)
    k = 1 + __VERIFIER_nondet_int();
  if (k == 1)
    return plain(0);
  if (k == 2)
    return ping(0);
  if (k == 3) {
    self = through;
    return through(1);
  }
  if (k == 4)
    return main(argc, argv) + 1;
  if (k == 5)
    return compare(argv, argv);
  signal(SIGUSR1, handler);
  signal(SIGUSR1, handler);
  raise(SIGUSR1);
  return 0;
}
