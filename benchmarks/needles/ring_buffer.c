/* A ring buffer that leaves its tail beyond the end when it is just full, to be set back later. It is not. */
extern unsigned char __VERIFIER_nondet_uchar(void);

enum { CAPACITY = 24, CALLS = 32 };

struct ring {
  int head, tail, used;
};

int main(void) {
  unsigned char data[CAPACITY] = {0};
  struct ring ring = {0, 0, 0};
  unsigned char last = 0;

  for (int call = 0; call < CALLS; call++) {
    unsigned char request = __VERIFIER_nondet_uchar();
    switch (request & 3) {
    case 0: /* put */
      if (ring.used < CAPACITY) {
        data[ring.tail] = request;
        ring.tail++;
        ring.used++;
        if (ring.tail == CAPACITY && ring.used < CAPACITY) {
          ring.tail = 0;
        }
      }
      break;
    case 1: /* get */
      if (ring.used > 0) {
        last = data[ring.head];
        ring.head = (ring.head + 1) % CAPACITY;
        ring.used--;
      }
      break;
    case 2: /* clear */
      ring.head = ring.tail = ring.used = 0;
      break;
    default: /* how many? */
      last = (unsigned char)ring.used;
    }
  }
  return last == 0;
}
