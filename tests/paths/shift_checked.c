/* Shift counts that are not defined. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern signed char __VERIFIER_nondet_char(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(n < 40);
    unsigned x = 1u << n;
    return x > 1000 ? 1 : 2;
}
