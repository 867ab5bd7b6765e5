/* An array as long as the input says. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern signed char __VERIFIER_nondet_char(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);

int main(void) {
    signed char n = __VERIFIER_nondet_char();
    __VERIFIER_assume(n > -2 && n < 5);
    int a[n];
    for (int i = 0; i < n; i++) a[i] = i;
    return a[2] == 2 ? 1 : 2;
}
