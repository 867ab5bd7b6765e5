// GNU labels as values: threaded interpreter loop and a table of label differences.
#include <stdio.h>

enum { PUSH, ADD, MUL, DUP, JNZ, DEC, SWAP, PRINT, HALT };

static int run(const int *code)
{
    static const void *const jump[] = {
        &&do_push, &&do_add, &&do_mul, &&do_dup, &&do_jnz, &&do_dec, &&do_swap, &&do_print, &&do_halt
    };
    int stack[32], *sp = stack, t, steps = 0;
    const int *pc = code;
#define NEXT do { steps++; goto *jump[*pc++]; } while (0)
    NEXT;
do_push: *sp++ = *pc++; NEXT;
do_add: sp--; sp[-1] += sp[0]; NEXT;
do_mul: sp--; sp[-1] *= sp[0]; NEXT;
do_dup: sp[0] = sp[-1]; sp++; NEXT;
do_jnz: t = *pc++; if (sp[-1]) pc = code + t; NEXT;
do_dec: sp[-1]--; NEXT;
do_swap: t = sp[-1]; sp[-1] = sp[-2]; sp[-2] = t; NEXT;
do_print: printf("%d ", sp[-1]); NEXT;
do_halt: return steps;
}

static int relative(int op, int x)
{
    static const int offs[] = { &&l0 - &&l0, &&l1 - &&l0, &&l2 - &&l0 };
    goto *(&&l0 + offs[op]);
l0: return x + 1;
l1: return x * 2;
l2: return -x;
}

static int local_table(int n)
{
    void *where = n > 10 ? &&big : &&small;
    int r = 0;
again:
    goto *where;
small:
    r += 1;
    where = &&done;
    goto again;
big:
    r += 1000;
    n -= 10;
    where = n > 10 ? &&big : &&small;
    goto again;
done:
    return r + n;
}

int main(void)
{
    /* acc = 1; n = 10; do { acc = acc * 2 + 1 ; } while (--n) */
    static const int prog[] = {
        PUSH, 1, PUSH, 10,
        SWAP, PUSH, 2, MUL, PUSH, 1, ADD, PRINT, SWAP, DEC, JNZ, 4,
        SWAP, DUP, ADD, PRINT, HALT
    };
    int steps = run(prog);
    printf("\nsteps %d\n", steps);
    for (int op = 0; op < 3; op++)
        printf("%d ", relative(op, 21));
    printf("\n%d %d %d\n", local_table(5), local_table(11), local_table(47));
    return steps;
}
