/* The kinds of triangles. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern signed char __VERIFIER_nondet_char(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned char a = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(a < 9);
    unsigned char b = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(b < 9);
    unsigned char c = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(c < 9);
    if (!a || !b || !c || a + b <= c || a + c <= b || b + c <= a) return 0;
    if (a == b && b == c) return 1;
    if (a == b || b == c || a == c) return 2;
    return a * a + b * b == c * c ? 3 : 4;
}
