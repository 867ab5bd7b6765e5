/* A table indexed by an input. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern signed char __VERIFIER_nondet_char(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);

static const int table[8] = {5, 3, 8, 1, 9, 2, 7, 4};
int main(void) {
    unsigned char i = __VERIFIER_nondet_uchar();
    if (i >= 8) return 0;
    if (table[i] > 6) return 1;
    if (table[i] == 3) return 2;
    return 3;
}
