/* A switch with nothing but a default decides nothing; what it asks for is not needed. */
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *);

static int noise;

int main(void) {
    int x = __VERIFIER_nondet_int();
    noise += x;
    switch (noise & 1) {
    default:
        x ^= 5;
    }
    if (x == 13) __assert_fail("x", "no_case.c", 14, "main");
    return 0;
}
