/* A switch with neighbouring cases and fall-through. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern signed char __VERIFIER_nondet_char(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    int r = 0;
    switch (x) {
    case 0: r = 1; break;
    case 1: r = 2;
    case 2: r += 3; break;
    case 7: return 9;
    default: r = 5;
    }
    return r;
}
