/* Floats made of a byte. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern signed char __VERIFIER_nondet_char(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    float f = x / 4.0f;
    if (f > 60.5f) return 1;
    if (f * f == 9.0f) return 2;
    double d = f + 0.1;
    return d < 1.2 ? 3 : 4;
}
