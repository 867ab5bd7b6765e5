/* Requests come in buffers of their own; one may wait. */
#include <assert.h>
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

struct request {
    unsigned char kind;
    unsigned char length;
};

static struct request *waiting;

static struct request *receive(void) {
    struct request *request = malloc(sizeof *request);
    request->kind = __VERIFIER_nondet_uchar();
    request->length = __VERIFIER_nondet_uchar();
    return request;
}

int main(void) {
    for (;;) {
        struct request *request = receive();
        if (request->kind == 1 && !waiting) {
            waiting = request;
            continue;
        }
        if (request->kind == 2 && waiting) {
            assert(waiting->length != 77);
            free(waiting);
            waiting = NULL;
        }
        free(request);
    }
}
