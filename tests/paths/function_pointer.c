/* A call through an unknown pointer. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern signed char __VERIFIER_nondet_char(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);

static int one(int x) { return x + 1; }
static int two(int x) { return x > 3 ? 20 : 21; }
static int three(int x) { return x * 3; }
static int (*const table[3])(int) = {one, two, three};
int main(void) {
    unsigned char i = __VERIFIER_nondet_uchar(), x = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(i < 3 && x < 6);
    return table[i](x);
}
