/* Functions that IEEE 754 defines. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern signed char __VERIFIER_nondet_char(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);

#include <math.h>
int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(x < 30);
    if (sqrt(x) == 4) return 1;
    if (floor(x / 4.0) == 3) return 2;
    if (fabs(x - 20.0) == 2) return 3;
    return 0;
}
