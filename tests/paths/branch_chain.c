/* Nested comparisons of one byte. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern signed char __VERIFIER_nondet_char(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    if (x < 10) return 1;
    if (x > 200) return 2;
    if (x % 2 == 0) return x == 100 ? 3 : 4;
    return 5;
}
