/* And, or, not. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern signed char __VERIFIER_nondet_char(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);

int main(void) {
    _Bool a = __VERIFIER_nondet_bool(), b = __VERIFIER_nondet_bool(), c = __VERIFIER_nondet_bool();
    if ((a && b) || (!a && c)) return 1;
    if (a || (b && !c)) return 2;
    return 3;
}
