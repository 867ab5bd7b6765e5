/* Shifts of all kinds by unknown counts. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern signed char __VERIFIER_nondet_char(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar(), n = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(n < 8 && x < 32);
    if (x >> n == 3) return 1;
    if ((unsigned char)(x << n) == 0x80) return 2;
    if (((signed char)(x - 16) >> n) == -1) return 3;
    return 0;
}
