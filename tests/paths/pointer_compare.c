/* Pointers into one array. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern signed char __VERIFIER_nondet_char(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);

int main(void) {
    char s[6];
    unsigned char i = __VERIFIER_nondet_uchar(), j = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(i < 6 && j < 6);
    char *p = s + i, *q = s + j;
    if (p < q) return 1;
    return p - q == 2 ? 2 : 3;
}
