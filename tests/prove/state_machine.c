/* A state stays among its constants. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
extern void abort(void);

enum state { IDLE, RUN, STOP };

int main(void) {
  static const int cost[3] = {0, 5, 1};
  enum state s = IDLE;
  int total = 0;
  for (int i = 0; i < 50; i++) {
    total ^= cost[s];
    switch (s) {
    case IDLE:
      s = RUN;
      break;
    case RUN:
      s = __VERIFIER_nondet_int() ? STOP : RUN;
      break;
    case STOP:
      s = IDLE;
      break;
    }
  }
  return total;
}
