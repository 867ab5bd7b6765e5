/* Words at unknown indices, through a pointer. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern signed char __VERIFIER_nondet_char(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);

static short words[10];
int main(void) {
    unsigned char i = __VERIFIER_nondet_uchar();
    short *p = words;
    __VERIFIER_assume(i < 10);
    p[i] = (short)(i * 300);
    if (words[4] == 1200) return 1;
    if (p[9 - i] > 1000) return 2;
    return 0;
}
