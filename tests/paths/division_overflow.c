/* A quotient that does not fit. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern signed char __VERIFIER_nondet_char(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);

int main(void) {
    signed char x = __VERIFIER_nondet_char();
    int n = -2147483647 - 1;
    if (x < -2) return 0;
    return n / x == 5;
}
