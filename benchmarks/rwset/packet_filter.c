/* A packet filter: a small program of loads, comparisons and jumps is checked and then run over a packet. */

extern unsigned char __VERIFIER_nondet_uchar(void);

enum { LOAD, LOAD_INDEX, AND, ADD, SHIFT, JUMP_EQUAL, JUMP_GREATER, STORE, FETCH, RETURN, OPERATIONS };

#define LENGTH 4
#define PACKET 8
#define CELLS 2

struct step {
    unsigned char operation, yes, no, value;
};

static struct step program[LENGTH];
static unsigned char packet[PACKET];

static int valid(void) {
    for (int i = 0; i < LENGTH; i++) {
        struct step *s = &program[i];
        if (s->operation >= OPERATIONS)
            return 0;
        switch (s->operation) {
        case JUMP_EQUAL:
        case JUMP_GREATER:
            if (i + 1 + s->yes >= LENGTH || i + 1 + s->no >= LENGTH)
                return 0;
            break;
        case STORE:
        case FETCH:
            if (s->value >= CELLS)
                return 0;
            break;
        case SHIFT:
            if (s->value > 7)
                return 0;
            break;
        }
    }
    return program[LENGTH - 1].operation == RETURN;
}

static int filter(void) {
    unsigned accumulator = 0, cells[CELLS] = {0};
    for (int at = 0; at < LENGTH; at++) {
        struct step *s = &program[at];
        switch (s->operation) {
        case LOAD:
            if (s->value >= PACKET)
                return -1;
            accumulator = packet[s->value];
            break;
        case LOAD_INDEX:
            if (accumulator + s->value >= PACKET)
                return -1;
            accumulator = packet[accumulator + s->value];
            break;
        case AND:
            accumulator &= s->value;
            break;
        case ADD:
            accumulator += s->value;
            break;
        case SHIFT:
            accumulator >>= s->value;
            break;
        case JUMP_EQUAL:
            at += accumulator == s->value ? s->yes : s->no;
            break;
        case JUMP_GREATER:
            at += accumulator > s->value ? s->yes : s->no;
            break;
        case STORE:
            cells[s->value] = accumulator;
            break;
        case FETCH:
            accumulator = cells[s->value];
            break;
        default:
            return accumulator ? s->value : 0;
        }
    }
    return -2;
}

int main(void) {
    for (int i = 0; i < LENGTH; i++) {
        program[i].operation = __VERIFIER_nondet_uchar();
        program[i].yes = __VERIFIER_nondet_uchar();
        program[i].no = __VERIFIER_nondet_uchar();
        program[i].value = __VERIFIER_nondet_uchar();
    }
    for (int i = 0; i < PACKET; i++)
        packet[i] = __VERIFIER_nondet_uchar();
    if (!valid())
        return 1;
    int verdict = filter();
    if (verdict < 0)
        return 2;
    return verdict ? 0 : 3;
}
