/* The rate of a transfer from two time stamps and a count: the clock may not have moved. */
#include <stdio.h>

extern unsigned long __VERIFIER_nondet_ulong(void);
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned long started = __VERIFIER_nondet_ulong();
  unsigned long ended = __VERIFIER_nondet_ulong();
  unsigned int bytes = __VERIFIER_nondet_uint();

  if (ended < started) {
    return 0;
  }
  unsigned long rate = bytes / (ended - started);
  printf("%lu\n", rate);
  return 0;
}
