/* A pointer that is one of several objects. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern signed char __VERIFIER_nondet_char(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);

static int a = 1, b = 2;
int main(void) {
    int c = 3;
    int *table[3] = {&a, &b, &c};
    unsigned char i = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(i < 3);
    *table[i] = 10;
    if (b == 10) return 1;
    return a + b + c > 13 ? 2 : 3;
}
