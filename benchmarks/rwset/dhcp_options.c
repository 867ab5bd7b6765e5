/* Options of a DHCP message: type, length, value, one after the other, with padding and an end. */

#include <string.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

#define SIZE 14

enum { PAD = 0, MASK = 1, ROUTER = 3, NAME = 12, ADDRESS = 50, LEASE = 51, OVERLOAD = 52, TYPE = 53, SERVER = 54, END = 255 };
enum { DISCOVER = 1, OFFER, REQUEST, DECLINE, ACK, NAK, RELEASE, INFORM };

struct request {
    unsigned char type, has_address, has_server, overload;
    unsigned char address[4], server[4];
    unsigned lease;
    char name[4];
};

static unsigned char options[SIZE];

static int parse(struct request *r) {
    int at = 0;
    while (at < SIZE) {
        unsigned char code = options[at++];
        if (code == PAD)
            continue;
        if (code == END)
            return 0;
        if (at >= SIZE)
            return -1;
        unsigned char length = options[at++];
        if (at + length > SIZE)
            return -2;
        const unsigned char *value = &options[at];
        at += length;
        switch (code) {
        case TYPE:
            if (length != 1)
                return -3;
            r->type = value[0];
            break;
        case ADDRESS:
            if (length != 4)
                return -3;
            memcpy(r->address, value, 4);
            r->has_address = 1;
            break;
        case SERVER:
            if (length != 4)
                return -3;
            memcpy(r->server, value, 4);
            r->has_server = 1;
            break;
        case LEASE:
            if (length != 4)
                return -3;
            r->lease = (unsigned)value[0] << 24 | value[1] << 16 | value[2] << 8 | value[3];
            break;
        case OVERLOAD:
            if (length != 1 || value[0] == 0 || value[0] > 3)
                return -3;
            r->overload = value[0];
            break;
        case NAME:
            if (length >= sizeof r->name)
                length = sizeof r->name - 1;
            memcpy(r->name, value, length);
            r->name[length] = 0;
            break;
        case MASK:
        case ROUTER:
            if (length % 4 != 0)
                return -3;
            break;
        default:
            break;
        }
    }
    return 0;
}

static int answer(const struct request *r) {
    switch (r->type) {
    case DISCOVER:
        return OFFER;
    case REQUEST:
        if (!r->has_address)
            return NAK;
        if (r->has_server && r->server[0] != 10)
            return 0;
        if (r->address[0] != 10 || r->address[3] == 0 || r->address[3] == 255)
            return NAK;
        return ACK;
    case DECLINE:
    case RELEASE:
        return 0;
    case INFORM:
        return ACK;
    default:
        return -1;
    }
}

int main(void) {
    struct request request;
    memset(&request, 0, sizeof request);
    for (int i = 0; i < SIZE; i++)
        options[i] = __VERIFIER_nondet_uchar();
    if (parse(&request) < 0)
        return 2;
    int type = answer(&request);
    if (type < 0)
        return 3;
    if (request.lease > 86400)
        request.lease = 86400;
    return type == 0;
}
