/* Products that do not fit, of both signs. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern signed char __VERIFIER_nondet_char(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);

int main(void) {
    signed char x = __VERIFIER_nondet_char();
    int n = x * 20000000;
    if (n == 100000000) return 1;
    return 0;
}
