/* A door that is controlled by messages, for ever. Held open for three messages it fails. */
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

enum { CLOSED, OPEN, LOCKED };

static int door = CLOSED;
static int held;
static unsigned char last;

static void process(unsigned char message) {
    switch (door) {
    case CLOSED:
        if (message == 'o')
            door = OPEN;
        else if (message == 'l')
            door = LOCKED;
        break;
    case OPEN:
        if (message == 'c') {
            door = CLOSED;
            held = 0;
        } else {
            held++;
            assert(held < 3);
        }
        break;
    default:
        if (message > 200)
            door = CLOSED;
        break;
    }
    last = message;
}

int main(void) {
    for (;;)
        process(__VERIFIER_nondet_uchar());
}
