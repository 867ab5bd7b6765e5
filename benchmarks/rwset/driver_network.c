/* A driver of a network card with rings of descriptors. It waits for messages: requests of the system and interrupts. */

#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

#ifndef MESSAGES
#define MESSAGES 4
#endif
#define RING 2

enum { INIT = 1, READ, WRITE, STATISTICS, INTERRUPT, WATCHDOG, STOP };
enum { OK = 0, AGAIN = -1, INVALID = -2, BROKEN = -3 };
enum { OWNED = 0x80, ERROR = 0x40, STARTS = 2, ENDS = 1 };
enum { RX = 4, TX = 2, MISSED = 0x10, FATAL = 8 };

struct descriptor {
    unsigned char status, length;
};

static struct {
    unsigned char running, mode, reading, writing, stalled;
    unsigned char rx_next, tx_next, tx_clean, tx_busy;
    unsigned received, sent, errors, missed, resets;
    struct descriptor rx[RING], tx[RING];
    int reply;
} card;

static unsigned char device_register(void) { return __VERIFIER_nondet_uchar(); }

static void reset(void) {
    card.rx_next = card.tx_next = card.tx_clean = card.tx_busy = 0;
    for (int i = 0; i < RING; i++) {
        card.rx[i].status = OWNED;
        card.tx[i].status = 0;
    }
    card.resets++;
    card.stalled = 0;
}

static void init(unsigned char mode) {
    if (mode > 7) {
        card.reply = INVALID;
        return;
    }
    card.mode = mode;
    reset();
    card.running = 1;
    card.reply = OK;
}

static void receive(void) {
    struct descriptor *d = &card.rx[card.rx_next];
    if (d->status & OWNED) {
        card.reading = 1;
        card.reply = AGAIN;
        return;
    }
    if (d->status & ERROR) {
        card.errors++;
        card.reply = BROKEN;
    } else if ((d->status & (STARTS | ENDS)) != (STARTS | ENDS)) {
        card.errors++;
        card.reply = AGAIN;
    } else {
        card.received++;
        card.reply = d->length;
    }
    card.reading = 0;
    d->status = OWNED;
    card.rx_next = (card.rx_next + 1) % RING;
}

static void transmit(unsigned char length) {
    if (length < 14) {
        card.reply = INVALID;
        return;
    }
    if (card.tx_busy == RING) {
        card.writing = 1;
        card.reply = AGAIN;
        return;
    }
    struct descriptor *d = &card.tx[card.tx_next];
    assert(!(d->status & OWNED));
    d->length = length;
    d->status = OWNED | STARTS | ENDS;
    card.tx_next = (card.tx_next + 1) % RING;
    card.tx_busy++;
    card.reply = OK;
}

static void interrupt(void) {
    unsigned char cause = device_register();
    if (cause & FATAL) {
        reset();
        return;
    }
    if (cause & RX) {
        struct descriptor *d = &card.rx[card.rx_next];
        if (d->status & OWNED) {
            d->status = device_register() & ~OWNED;
            d->length = 60;
        }
        if (card.reading)
            receive();
    }
    if (cause & TX) {
        while (card.tx_busy > 0) {
            struct descriptor *d = &card.tx[card.tx_clean];
            if (device_register() & OWNED)
                break;
            d->status = 0;
            card.tx_clean = (card.tx_clean + 1) % RING;
            card.tx_busy--;
            card.sent++;
        }
        if (card.writing && card.tx_busy < RING)
            card.writing = 0;
    }
    if (cause & MISSED)
        card.missed += device_register();
}

int main(void) {
    for (int i = 0; i < MESSAGES; i++) {
        unsigned char type = __VERIFIER_nondet_uchar();
        unsigned char argument = __VERIFIER_nondet_uchar();
        if (!card.running && type != INIT) {
            card.reply = INVALID;
            continue;
        }
        switch (type) {
        case INIT:
            init(argument);
            break;
        case READ:
            receive();
            break;
        case WRITE:
            transmit(argument);
            break;
        case STATISTICS:
            card.reply = card.errors > 2 ? BROKEN : OK;
            card.errors = card.missed = 0;
            break;
        case INTERRUPT:
            interrupt();
            break;
        case WATCHDOG:
            if (card.tx_busy && ++card.stalled > 2)
                reset();
            break;
        case STOP:
            card.running = 0;
            break;
        default:
            card.reply = INVALID;
        }
    }
    return 0;
}
