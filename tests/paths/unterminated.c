/* A string that may have no end. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern signed char __VERIFIER_nondet_char(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);

#include <string.h>
int main(void) {
    char s[2];
    s[0] = 'x';
    s[1] = __VERIFIER_nondet_bool() ? 'y' : 0;
    return strlen(s) == 1 ? 1 : 2;
}
