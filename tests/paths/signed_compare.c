/* Signed and unsigned comparison of the same bits. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern signed char __VERIFIER_nondet_char(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);

int main(void) {
    signed char x = __VERIFIER_nondet_char();
    unsigned char y = (unsigned char)x;
    if (x < 0 && y < 128) return 1;
    if (x < -100) return 2;
    if (y > 250) return 3;
    return 0;
}
