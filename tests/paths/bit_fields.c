/* Fields of a few bits. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern signed char __VERIFIER_nondet_char(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);

struct { unsigned a : 3; signed b : 5; unsigned c : 9; } f;
int main(void) {
    f.a = __VERIFIER_nondet_uchar();
    f.b = __VERIFIER_nondet_char();
    f.c = f.a * 60;
    if (f.a == 6) return 1;
    if (f.b < -10) return 2;
    return f.c > 290 ? 3 : 4;
}
