/* Calls as deep as the input says. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern signed char __VERIFIER_nondet_char(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);

static int f(unsigned n) { return n < 2 ? (int)n : f(n - 1) + f(n - 2); }
int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(n < 7);
    return f(n);
}
