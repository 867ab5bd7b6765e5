/* A small stack machine: push checks for a full stack, but the instruction that doubles the top does not. */
extern unsigned char __VERIFIER_nondet_uchar(void);

enum { DEPTH = 24, STEPS = 30 };
enum operation { PUSH, POP, ADD, DUP, NEGATE, SWAP, NOP, HALT };

int main(void) {
  unsigned int stack[DEPTH];
  unsigned int used = 0;

  for (int step = 0; step < STEPS; step++) {
    unsigned char code = __VERIFIER_nondet_uchar();
    enum operation operation = code & 7;
    if (operation == HALT) {
      break;
    }
    if (operation == PUSH) {
      if (used == DEPTH) {
        return 1;
      }
      stack[used++] = code >> 3;
    } else if (operation == POP && used > 0) {
      used--;
    } else if (operation == ADD && used > 1) {
      stack[used - 2] += stack[used - 1];
      used--;
    } else if (operation == DUP && used > 0) {
      stack[used] = stack[used - 1];
      used++;
    } else if (operation == NEGATE && used > 0) {
      stack[used - 1] = 0 - stack[used - 1];
    } else if (operation == SWAP && used > 1) {
      unsigned int top = stack[used - 1];
      stack[used - 1] = stack[used - 2];
      stack[used - 2] = top;
    }
  }
  return used > 0 && stack[used - 1] == 0;
}
