/* Three numbers sorted. */
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern signed char __VERIFIER_nondet_char(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned char a[3];
    for (int i = 0; i < 3; i++) {
        a[i] = __VERIFIER_nondet_uchar();
        __VERIFIER_assume(a[i] < 5);
    }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j + 1 < 3 - i; j++)
            if (a[j] > a[j + 1]) {
                unsigned char t = a[j];
                a[j] = a[j + 1];
                a[j + 1] = t;
            }
    assert(a[0] <= a[1] && a[1] <= a[2]);
    return a[1] == 2;
}
