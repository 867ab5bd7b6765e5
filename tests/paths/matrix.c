/* Two unknown indices. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern signed char __VERIFIER_nondet_char(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);

static int m[3][4];
int main(void) {
    unsigned char i = __VERIFIER_nondet_uchar(), j = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(i < 3 && j < 4);
    m[i][j] = 1;
    if (m[1][2]) return 1;
    if (m[2][0]) return 2;
    return 0;
}
