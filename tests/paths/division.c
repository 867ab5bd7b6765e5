/* No divisor, and a quotient. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern signed char __VERIFIER_nondet_char(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);

int main(void) {
    signed char x = __VERIFIER_nondet_char(), y = __VERIFIER_nondet_char();
    __VERIFIER_assume(y > -3 && y < 3);
    int q = x / y;
    if (q > 100) return 1;
    if (x % y == 1) return 2;
    return 0;
}
