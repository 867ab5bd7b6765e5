/* An unknown number of bytes copied. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern signed char __VERIFIER_nondet_char(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);

#include <string.h>
int main(void) {
    char a[4] = {1, 2, 3, 4}, b[4] = {0};
    unsigned char n = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(n < 6);
    memcpy(b, a, n);
    return b[2] == 3 ? 1 : 2;
}
