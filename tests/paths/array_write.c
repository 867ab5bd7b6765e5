/* A write at an unknown index, read at another. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern signed char __VERIFIER_nondet_char(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned char a[6] = {0};
    unsigned char i = __VERIFIER_nondet_uchar(), j = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(i < 6 && j < 6);
    a[i] = 7;
    a[j] += 1;
    if (a[3] == 8) return 1;
    if (a[3] == 7) return 2;
    return a[i] == 8 ? 3 : 4;
}
