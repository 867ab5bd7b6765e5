/* Euclid on two small numbers. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern signed char __VERIFIER_nondet_char(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(a < 16 && b < 16);
    while (b) {
        unsigned char t = a % b;
        a = b;
        b = t;
    }
    return a;
}
