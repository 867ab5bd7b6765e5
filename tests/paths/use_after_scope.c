/* A variable used after its block ended. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern signed char __VERIFIER_nondet_char(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int *p;
    int n = 1;
    {
        int inner = 4;
        p = __VERIFIER_nondet_bool() ? &inner : &n;
        if (__VERIFIER_nondet_bool()) return *p;
    }
    return *p;
}
