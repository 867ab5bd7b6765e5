/* An index that leaves its array. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern signed char __VERIFIER_nondet_char(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int a[5] = {1, 2, 3, 4, 5};
    unsigned char i = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(i < 9);
    return a[i] == 3 ? 1 : 2;
}
