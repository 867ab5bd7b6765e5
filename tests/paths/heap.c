/* A heap object whose size is an input. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern signed char __VERIFIER_nondet_char(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);

#include <stdlib.h>
int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(n > 0 && n < 6);
    char *p = malloc(n);
    if (!p) return 9;
    p[0] = 1;
    if (__VERIFIER_nondet_bool()) p[3] = 2;
    int r = p[n - 1];
    free(p);
    return r;
}
