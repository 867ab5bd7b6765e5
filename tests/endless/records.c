/* A parser of records that come byte by byte: a tag, a length, so many bytes. */
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

struct parser {
    unsigned char tag, length, at;
    unsigned char data[4];
};

static int step(struct parser *p, unsigned char byte) {
    unsigned char copy[2] = {byte, p->tag};
    if (!p->tag) {
        p->tag = copy[0] & 3;
        p->length = 0;
        return 0;
    }
    if (!p->length) {
        p->length = copy[0] % 4 + 1;
        p->at = 0;
        return 0;
    }
    p->data[p->at++] = copy[0];
    if (p->at < p->length)
        return 0;
    p->tag = 0;
    return 1;
}

int main(void) {
    struct parser parser = {0};
    for (;;) {
        if (step(&parser, __VERIFIER_nondet_uchar()))
            assert(parser.length != 3 || parser.data[0] != 200);
    }
}
