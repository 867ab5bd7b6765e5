/* A switch with keys far apart on a computed value. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern signed char __VERIFIER_nondet_char(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    switch (x * 7 - 3) {
    case -3: return 1;
    case 4: return 2;
    case 1782: return 3;
    case 1783: return 4;
    }
    return 0;
}
