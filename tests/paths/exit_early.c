/* The run ends inside a call. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern signed char __VERIFIER_nondet_char(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);

#include <stdlib.h>
static void leave(int x) { if (x > 100) exit(x & 3); }
int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar();
    leave(x);
    leave(x + 50);
    return 9;
}
