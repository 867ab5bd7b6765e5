/* The length of an unknown string. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern signed char __VERIFIER_nondet_char(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);

#include <string.h>
int main(void) {
    char s[4];
    for (int i = 0; i < 3; i++) s[i] = __VERIFIER_nondet_bool() ? 'a' : 0;
    s[3] = 0;
    return (int)strlen(s);
}
