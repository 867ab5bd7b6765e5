// A small register virtual machine with encoded instructions, memory, calls and a disassembler.
#include <stdio.h>
#include <stdint.h>
#include <stdbool.h>

enum op { LDI, MOV, ADD, SUB, MUL, AND, SHR, LD, ST, JMP, JZ, JLT, CALL, RET, OUT, HLT };
static const char *const names[] = { "ldi", "mov", "add", "sub", "mul", "and", "shr", "ld", "st", "jmp", "jz",
                                     "jlt", "call", "ret", "out", "hlt" };
#define I(o, a, b, c) ((uint32_t)(o) << 28 | (uint32_t)(a) << 24 | (uint32_t)(b) << 20 | ((uint32_t)(c) & 0xfffff))

struct vm {
    int32_t r[16];
    uint32_t pc, cycles;
    int32_t mem[64];
    uint32_t stack[16], sp;
};

static int32_t imm(uint32_t w) { return (int32_t)(w << 12) >> 12; }

static bool step(struct vm *m, const uint32_t *code)
{
    uint32_t w = code[m->pc++];
    int32_t *a = &m->r[w >> 24 & 15], *b = &m->r[w >> 20 & 15];
    m->cycles++;
    switch ((enum op)(w >> 28)) {
    case LDI: *a = imm(w); break;
    case MOV: *a = *b; break;
    case ADD: *a = (int32_t)((uint32_t)*a + (uint32_t)*b + (uint32_t)imm(w)); break;
    case SUB: *a = (int32_t)((uint32_t)*a - (uint32_t)*b); break;
    case MUL: *a = (int32_t)((uint32_t)*a * (uint32_t)*b); break;
    case AND: *a &= *b; break;
    case SHR: *a >>= imm(w) & 31; break;
    case LD: *a = m->mem[(*b + imm(w)) & 63]; break;
    case ST: m->mem[(*b + imm(w)) & 63] = *a; break;
    case JMP: m->pc = (uint32_t)imm(w); break;
    case JZ: if (*a == 0) m->pc = (uint32_t)imm(w); break;
    case JLT: if (*a < *b) m->pc = (uint32_t)imm(w); break;
    case CALL: m->stack[m->sp++ & 15] = m->pc; m->pc = (uint32_t)imm(w); break;
    case RET: m->pc = m->stack[--m->sp & 15]; break;
    case OUT: printf("%d ", *a); break;
    case HLT: return false;
    }
    return true;
}

int main(void)
{
    static const uint32_t code[] = {
        I(LDI, 1, 0, 0), I(LDI, 2, 0, 1), I(LDI, 3, 0, 20),                     /* fibonacci into memory */
        I(ST, 1, 4, 0), I(MOV, 5, 2, 0), I(ADD, 2, 1, 0), I(MOV, 1, 5, 0),
        I(LDI, 6, 0, 1), I(ADD, 4, 6, 0), I(JLT, 4, 3, 3),
        I(LDI, 4, 0, 0), I(CALL, 0, 0, 14), I(OUT, 7, 0, 0), I(HLT, 0, 0, 0),
        I(LDI, 7, 0, -5), I(LD, 8, 4, 0), I(OUT, 8, 0, 0), I(MUL, 7, 8, 0), I(ADD, 7, 8, -3),  /* 14: fold */
        I(ADD, 4, 6, 0), I(JLT, 4, 3, 15), I(SHR, 7, 0, 2), I(RET, 0, 0, 0)
    };
    struct vm m = { 0 };
    for (unsigned i = 0; i < sizeof code / sizeof *code; i += 3)
        printf("%2u %08x %s r%u r%u %d\n", i, code[i], names[code[i] >> 28], code[i] >> 24 & 15, code[i] >> 20 & 15,
               imm(code[i]));
    while (step(&m, code))
        ;
    printf("\n%u %u %u\n", m.cycles, m.pc, m.sp);
    uint32_t h = 0;
    for (int i = 0; i < 64; i++)
        h = h * 17 + (uint32_t)m.mem[i] + (uint32_t)m.r[i & 15];
    printf("%u\n", h);
    return (int)(m.cycles & 0x7f);
}
