/* Conversions that cut. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern signed char __VERIFIER_nondet_char(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    int n = x * 3;
    if ((signed char)n < -100) return 1;
    if ((short)(n << 9) < 0) return 2;
    if ((unsigned char)(n + 1) < (unsigned char)n) return 3;
    return 0;
}
