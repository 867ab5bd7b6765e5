/* Structures copied as a whole. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern signed char __VERIFIER_nondet_char(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);

struct pair { unsigned char a; short b; };
static struct pair swap(struct pair p) { struct pair q = {(unsigned char)p.b, p.a}; return q; }
int main(void) {
    struct pair p = {__VERIFIER_nondet_uchar(), 77};
    struct pair q = swap(p);
    if (q.b == 200) return 1;
    q = swap(q);
    return q.a < 50 ? 2 : 3;
}
