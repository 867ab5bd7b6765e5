/* Numbers of 128 bits. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern signed char __VERIFIER_nondet_char(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    unsigned __int128 n = (unsigned __int128)x << 70 | x;
    n *= 3;
    if ((unsigned long)(n >> 70) == 30) return 1;
    if (n % 7 == 3) return 2;
    return n > ((unsigned __int128)1 << 79);
}
