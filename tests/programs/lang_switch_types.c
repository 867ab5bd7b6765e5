// switch on char, 64-bit values, enums, bool, expressions; nested; declarations inside.
#include <stdio.h>
#include <stdint.h>

enum op { ADD = 10, SUB, MUL = -5, DIV };

static int on_char(char c)
{
    switch (c) {
    case 'a': case 'e': case 'i': case 'o': case 'u': return 1;
    case '\xff': return 2;
    case '\0': return 3;
    case -128: return 4;
    default: return 0;
    }
}
static int on_u64(uint64_t v)
{
    switch (v) {
    case 0: return 0;
    case 0x100000000ULL: return 1;
    case 0x100000001ULL: return 2;
    case UINT64_MAX: return 3;
    case 0x8000000000000000ULL: return 4;
    case 0x7fffffff00000000ULL ... 0x7fffffffffffffffULL: return 5;
    }
    return -1;
}
static int on_i64(int64_t v)
{
    switch (v >> 2) {
    case -0x100000000LL: return 10;
    case -1: return 11;
    case 0x100000000LL: return 12;
    default: return 13;
    }
}
static int calc(enum op o, int a, int b)
{
    switch (o) {
    case ADD: return a + b;
    case SUB: return a - b;
    case MUL: return a * b;
    case DIV: return b ? a / b : 0;
    }
    return -1;
}
static int nested(int a, int b)
{
    switch (a) {
    case 0:
        switch (b) {
        case 0: return 1;
        case 1: break;
        default: return 2;
        }
        a += 100;
        break;
    case 1: {
        int local = b * 5;
        for (int i = 0; i < 3; i++)
            switch (i) { case 1: continue; default: local += i; }
        return local;
    }
    }
    return a;
}

int main(void)
{
    printf("%d%d%d%d%d\n", on_char('e'), on_char('\377'), on_char(0), on_char('\x80'), on_char('z'));
    printf("%d %d %d %d %d %d %d\n", on_u64(0), on_u64(1ULL << 32), on_u64((1ULL << 32) + 1), on_u64(-1ULL),
           on_u64(1ULL << 63), on_u64(0x7fffffff12345678ULL), on_u64(1));
    printf("%d %d %d %d\n", on_i64(-0x400000000LL), on_i64(-3), on_i64(0x400000003LL), on_i64(0));
    printf("%d %d %d %d\n", calc(ADD, 7, 3), calc(SUB, 7, 3), calc(-5, 7, 3), calc(DIV, 7, 3));
    printf("%d %d %d %d %d\n", nested(0, 0), nested(0, 1), nested(0, 2), nested(1, 4), nested(2, 0));
    return on_u64(UINT64_MAX) * 10 + on_char('a');
}
