/* A search for an unknown key. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern signed char __VERIFIER_nondet_char(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);

static const unsigned char sorted[7] = {3, 8, 15, 40, 41, 99, 200};
int main(void) {
    unsigned char key = __VERIFIER_nondet_uchar();
    int low = 0, high = 6;
    while (low <= high) {
        int middle = (low + high) / 2;
        if (sorted[middle] == key) return middle;
        if (sorted[middle] < key) low = middle + 1;
        else high = middle - 1;
    }
    return 50;
}
