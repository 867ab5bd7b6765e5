/* A driver of a sound card: open and close, settings by control requests, two halves of a buffer, interrupts. */

#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

#ifndef MESSAGES
#define MESSAGES 5
#endif

enum { OPEN = 1, CLOSE, CONTROL, WRITE, READ, INTERRUPT };
enum { RATE = 1, STEREO, BITS, SIGN, FRAGMENT, RESET };
enum { OK = 0, BUSY = -1, INVALID = -2, BROKEN = -3, SUSPEND = -4 };

static struct {
    unsigned char ready, open, playing, rate, stereo, bits, is_signed, fragment;
    unsigned char filled, next, waiting;
    unsigned interrupts, underruns;
    int reply;
} dsp;

static unsigned char port(void) { return __VERIFIER_nondet_uchar(); }

static int reset(void) {
    for (int tries = 0; tries < 2; tries++)
        if (port() == 0xaa) {
            dsp.rate = 22;
            dsp.bits = 8;
            dsp.stereo = dsp.is_signed = 0;
            dsp.fragment = 64;
            return OK;
        }
    return BROKEN;
}

static int control(unsigned char request, unsigned char value) {
    if (dsp.playing && request != RESET)
        return BUSY;
    switch (request) {
    case RATE:
        if (value < 4 || value > 44)
            return INVALID;
        dsp.rate = value;
        return OK;
    case STEREO:
        dsp.stereo = value != 0;
        return OK;
    case BITS:
        if (value != 8 && value != 16)
            return INVALID;
        dsp.bits = value;
        return OK;
    case SIGN:
        dsp.is_signed = value & 1;
        return OK;
    case FRAGMENT:
        if (value == 0 || value % 2 != 0)
            return INVALID;
        dsp.fragment = value;
        return OK;
    case RESET:
        dsp.playing = dsp.filled = dsp.waiting = 0;
        return reset();
    default:
        return INVALID;
    }
}

static void start(void) {
    unsigned char command = dsp.bits == 16 ? 0xb6 : 0xc6;
    if (dsp.is_signed)
        command |= 0x10;
    if (dsp.stereo)
        command |= 0x20;
    dsp.playing = command;
}

static int play(unsigned char size) {
    if (size != dsp.fragment)
        return INVALID;
    if (dsp.filled == 2) {
        dsp.waiting = 1;
        return SUSPEND;
    }
    dsp.filled++;
    dsp.next ^= 1;
    if (!dsp.playing)
        start();
    return OK;
}

static void interrupt(void) {
    dsp.interrupts++;
    if (!dsp.playing)
        return;
    assert(dsp.filled > 0);
    dsp.filled--;
    if (dsp.filled == 0) {
        dsp.playing = 0;
        if (dsp.waiting)
            dsp.underruns++;
    }
    if (dsp.waiting) {
        dsp.waiting = 0;
        dsp.reply = OK;
    }
}

int main(void) {
    for (int i = 0; i < MESSAGES; i++) {
        unsigned char type = __VERIFIER_nondet_uchar();
        unsigned char request = __VERIFIER_nondet_uchar();
        unsigned char value = __VERIFIER_nondet_uchar();
        switch (type) {
        case OPEN:
            if (dsp.open) {
                dsp.reply = BUSY;
                break;
            }
            dsp.reply = dsp.ready ? OK : reset();
            if (dsp.reply == OK)
                dsp.open = dsp.ready = 1;
            break;
        case CLOSE:
            if (dsp.open)
                dsp.open = dsp.playing = dsp.filled = dsp.waiting = 0;
            break;
        case CONTROL:
            dsp.reply = dsp.open ? control(request, value) : INVALID;
            break;
        case WRITE:
            dsp.reply = dsp.open ? play(value) : INVALID;
            break;
        case READ:
            dsp.reply = INVALID;
            break;
        case INTERRUPT:
            interrupt();
            break;
        default:
            dsp.reply = INVALID;
        }
    }
    return 0;
}
