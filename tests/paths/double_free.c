/* A heap object freed twice, or used afterwards. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern signed char __VERIFIER_nondet_char(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);

#include <stdlib.h>
int main(void) {
    int *p = malloc(4);
    if (!p) return 9;
    *p = 3;
    if (__VERIFIER_nondet_bool()) free(p);
    if (__VERIFIER_nondet_bool()) return *p;
    free(p);
    return 0;
}
