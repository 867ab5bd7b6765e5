/* Floats cut to integers. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern signed char __VERIFIER_nondet_char(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);

int main(void) {
    signed char x = __VERIFIER_nondet_char();
    double d = x * 1.5;
    if ((int)d == -3) return 1;
    if ((unsigned char)(d > 0 ? d : 0) == 100) return 2;
    return (float)d == 7.5f ? 3 : 4;
}
