/* A loop as long as the input says. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern signed char __VERIFIER_nondet_char(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(n < 12);
    int s = 0;
    for (int i = 0; i < n; i++) s += i;
    return s;
}
