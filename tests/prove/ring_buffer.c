/* Head and tail go round. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
extern void abort(void);

static int ring[16];
static unsigned head, tail;

int main(void) {
  for (int i = 0; i < 200; i++) {
    ring[head] = i;
    head = (head + 1) % 16;
    if (head == tail)
      tail = (tail + 1) & 15;
  }
  assert(head < 16 && tail < 16);
  return ring[tail];
}
