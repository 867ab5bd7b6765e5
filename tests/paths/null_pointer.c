/* A pointer that may be null. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern signed char __VERIFIER_nondet_char(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int n = 5;
    int *p = __VERIFIER_nondet_bool() ? &n : 0;
    if (__VERIFIER_nondet_bool()) return 1;
    return *p == 5 ? 2 : 3;
}
