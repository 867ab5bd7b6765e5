/* Infinity and NaN. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern signed char __VERIFIER_nondet_char(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);

int main(void) {
    signed char x = __VERIFIER_nondet_char();
    double d = x / (double)(x - x + (x > 3 ? 0 : 1));
    if (d != d) return 1;
    if (d > 1e300) return 2;
    double n = (x - 5.0) / (x - 5.0);
    if (n != n) return 3;
    return 0;
}
