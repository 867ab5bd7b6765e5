/* A driver of a bus: it finds devices, and lets others reserve them and read and write their configuration. */

#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

#ifndef MESSAGES
#define MESSAGES 4
#endif
#define DEVICES 3
#define REGISTERS 8

enum { FIRST = 1, NEXT, FIND, RESERVE, RELEASE, READ, WRITE, RESCAN, NAME };
enum { OK = 0, NO_DEVICE = -1, BUSY = -2, DENIED = -3, INVALID = -4, BAD_REGISTER = -5 };

struct device {
    unsigned char present, vendor, class, owner, command;
};

static struct device devices[DEVICES];
static int reply;
static unsigned requests, refused;

static unsigned char configuration(void) { return __VERIFIER_nondet_uchar(); }

static void scan(void) {
    for (int i = 0; i < DEVICES; i++) {
        unsigned char vendor = configuration();
        devices[i].present = vendor != 0xff;
        devices[i].vendor = vendor;
        if (devices[i].present)
            devices[i].class = configuration() & 3;
    }
}

static struct device *lookup(unsigned char index) {
    if (index >= DEVICES || !devices[index].present) {
        reply = NO_DEVICE;
        return 0;
    }
    return &devices[index];
}

static int next_from(int index) {
    while (index < DEVICES && !devices[index].present)
        index++;
    return index < DEVICES ? index : NO_DEVICE;
}

static void find(unsigned char vendor) {
    for (int i = 0; i < DEVICES; i++)
        if (devices[i].present && devices[i].vendor == vendor) {
            reply = i;
            return;
        }
    reply = NO_DEVICE;
}

static void reserve(unsigned char sender, unsigned char index) {
    struct device *d = lookup(index);
    if (!d)
        return;
    if (d->owner && d->owner != sender) {
        refused++;
        reply = BUSY;
        return;
    }
    d->owner = sender;
    reply = OK;
}

static void write_register(unsigned char sender, unsigned char index, unsigned char where) {
    struct device *d = lookup(index);
    if (!d)
        return;
    if (d->owner != sender) {
        refused++;
        reply = DENIED;
        return;
    }
    if (where >= REGISTERS) {
        reply = BAD_REGISTER;
        return;
    }
    if (where == 4) {
        d->command = configuration();
        if (d->command & 1)
            assert(d->class != 3 || (d->command & 4));
    } else if (where == 0) {
        reply = DENIED;
        return;
    }
    reply = OK;
}

static void read_register(unsigned char index, unsigned char where) {
    struct device *d = lookup(index);
    if (!d)
        return;
    if (where >= REGISTERS)
        reply = BAD_REGISTER;
    else if (where == 0)
        reply = d->vendor;
    else if (where == 2)
        reply = d->class;
    else if (where == 4)
        reply = d->command;
    else
        reply = configuration();
}

int main(void) {
    scan();
    for (int i = 0; i < MESSAGES; i++) {
        unsigned char type = __VERIFIER_nondet_uchar();
        unsigned char sender = __VERIFIER_nondet_uchar() % 3 + 1;
        unsigned char index = __VERIFIER_nondet_uchar();
        unsigned char where = __VERIFIER_nondet_uchar();
        requests++;
        switch (type) {
        case FIRST:
            reply = next_from(0);
            break;
        case NEXT:
            reply = index < DEVICES ? next_from(index + 1) : NO_DEVICE;
            break;
        case FIND:
            find(where);
            break;
        case RESERVE:
            reserve(sender, index);
            break;
        case RELEASE:
            for (int d = 0; d < DEVICES; d++)
                if (devices[d].owner == sender)
                    devices[d].owner = 0;
            reply = OK;
            break;
        case READ:
            read_register(index, where);
            break;
        case WRITE:
            write_register(sender, index, where);
            break;
        case RESCAN:
            scan();
            reply = OK;
            break;
        default:
            reply = INVALID;
        }
    }
    return 0;
}
