/* Masks, xor, and population counts. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern signed char __VERIFIER_nondet_char(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    if ((x & 0x0f) == 0x0a && (x ^ 0x5a) == 0) return 1;
    if (__builtin_popcount(x) == 7) return 2;
    if (x && __builtin_ctz(x) == 6) return 3;
    if (x && __builtin_clz(x) == 30) return 4;
    return 0;
}
