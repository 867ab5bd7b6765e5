/* The passive side of a connection: segments with flags and numbers take it from closed to half closed. */
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned int __VERIFIER_nondet_uint(void);

enum flag { FIN = 1, SYN = 2, RST = 4, ACK = 16 };
enum state { LISTEN, SYN_RECEIVED, ESTABLISHED, CLOSE_WAIT };

static const unsigned int our_number = 0x7A120000;

int main(void) {
  enum state state = LISTEN;
  unsigned int their_number = 0;

  for (int i = 0; i < 4; i++) {
    unsigned char flags = __VERIFIER_nondet_uchar();
    unsigned int number = __VERIFIER_nondet_uint();
    unsigned int acknowledged = __VERIFIER_nondet_uint();

    if (flags & RST) {
      state = LISTEN;
      continue;
    }
    switch (state) {
    case LISTEN:
      if (flags == SYN) {
        their_number = number;
        state = SYN_RECEIVED;
      }
      break;
    case SYN_RECEIVED:
      if (flags == ACK && number == their_number + 1 && acknowledged == our_number + 1) {
        state = ESTABLISHED;
      }
      break;
    case ESTABLISHED:
      if (flags == (FIN | ACK) && number == their_number + 1) {
        state = CLOSE_WAIT;
      }
      break;
    case CLOSE_WAIT:
      break;
    }
  }
  assert(state != CLOSE_WAIT);
  return 0;
}
