// Arbitrary precision integers in base 1e9 and 2^32: factorial, power, multiplication, division by small.
#include <stdio.h>
#include <stdint.h>
#include <string.h>

enum { MAXL = 80 };
typedef struct { int n; uint32_t d[MAXL]; } big;

static big from(uint32_t v) { return (big){ 1, { v } }; }
static void trim(big *a)
{
    while (a->n > 1 && a->d[a->n - 1] == 0)
        a->n--;
}
static big mul(const big *a, const big *b)
{
    big r = { a->n + b->n, { 0 } };
    for (int i = 0; i < a->n; i++) {
        uint64_t carry = 0;
        for (int j = 0; j < b->n; j++) {
            carry += (uint64_t)a->d[i] * b->d[j] + r.d[i + j];
            r.d[i + j] = (uint32_t)carry;
            carry >>= 32;
        }
        r.d[i + b->n] = (uint32_t)carry;
    }
    trim(&r);
    return r;
}
static big sub(big a, const big *b)
{
    int64_t borrow = 0;
    for (int i = 0; i < a.n; i++) {
        borrow += (int64_t)a.d[i] - (i < b->n ? b->d[i] : 0);
        a.d[i] = (uint32_t)borrow;
        borrow >>= 32;
    }
    trim(&a);
    return a;
}
static uint32_t divsmall(big *a, uint32_t by)
{
    uint64_t rem = 0;
    for (int i = a->n - 1; i >= 0; i--) {
        rem = rem << 32 | a->d[i];
        a->d[i] = (uint32_t)(rem / by);
        rem %= by;
    }
    trim(a);
    return (uint32_t)rem;
}
static void print(big a)
{
    char s[800];
    int n = 0;
    do
        s[n++] = (char)('0' + divsmall(&a, 10));
    while (a.n > 1 || a.d[0]);
    while (n)
        putchar(s[--n]);
    putchar('\n');
}

int main(void)
{
    big f = from(1), p = from(3), k;
    for (uint32_t i = 2; i <= 60; i++)
        k = from(i), f = mul(&f, &k);
    print(f);
    for (int i = 0; i < 7; i++)
        p = mul(&p, &p);
    print(p);
    big q = mul(&p, &f), diff = sub(q, &p);
    print(diff);
    uint32_t rem = divsmall(&q, 1000000007);
    printf("%u %u %u\n", rem, q.d[0], divsmall(&diff, 97));
    printf("%zu %d\n", sizeof(big), q.n);
    return f.n + p.n;
}
