/* Bytes read as another type. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern signed char __VERIFIER_nondet_char(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);

int main(void) {
    union { unsigned char bytes[4]; unsigned word; } u = {{0}};
    u.bytes[1] = __VERIFIER_nondet_uchar();
    u.bytes[3] = 1;
    if (u.word == 0x01002300) return 1;
    if (u.word & 0x8000) return 2;
    return 0;
}
