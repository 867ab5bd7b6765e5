/* A machine driven by inputs. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern signed char __VERIFIER_nondet_char(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int state = 0;
    for (int i = 0; i < 4; i++) {
        unsigned char c = __VERIFIER_nondet_uchar();
        __VERIFIER_assume(c < 3);
        switch (state) {
        case 0: state = c == 1 ? 1 : 0; break;
        case 1: state = c == 2 ? 2 : c; break;
        case 2: if (c == 0) return 7; state = 0; break;
        }
    }
    return state;
}
