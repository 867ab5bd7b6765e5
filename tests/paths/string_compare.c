/* An unknown word against known ones. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern signed char __VERIFIER_nondet_char(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);

#include <string.h>
int main(void) {
    char s[3] = {0};
    for (int i = 0; i < 2; i++) {
        s[i] = __VERIFIER_nondet_char();
        __VERIFIER_assume(s[i] >= 'a' && s[i] <= 'e');
    }
    if (strcmp(s, "ad") == 0) return 1;
    if (strcmp(s, "ce") < 0) return 2;
    return strchr(s, 'e') ? 3 : 4;
}
