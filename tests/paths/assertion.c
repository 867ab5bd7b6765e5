/* An assertion that few inputs violate. */
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern signed char __VERIFIER_nondet_char(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar(), y = __VERIFIER_nondet_uchar();
    assert(x * y != 221);
    return x > y;
}
