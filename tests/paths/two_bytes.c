/* Two bytes compared with each other. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern signed char __VERIFIER_nondet_char(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar(), y = __VERIFIER_nondet_uchar();
    if (x < y) return 1;
    if (x == y) return 2;
    return x - y > 100 ? 3 : 4;
}
