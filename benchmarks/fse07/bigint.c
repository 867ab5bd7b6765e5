/*
 * bigint - integers of many digits.
 *
 * A number is a sign and a magnitude.  The magnitude is an array of limbs of
 * four decimal digits each, the least significant first, without zeros at the
 * top; zero has no limbs at all and the sign +1.  Results may be stored in one
 * of the operands.  Functions return 0 or a negative error code, and leave the
 * result alone if they fail.
 */
#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);

#define BASE 10000
#define BASE_DIGITS 4
#define BIG_MAX 14              /* greatest number of limbs */
#define BIG_START 2             /* limbs allocated at first */

enum { BIG_OK = 0, BIG_ERANGE = -1, BIG_ENOMEM = -2, BIG_ESYNTAX = -3, BIG_EZERO = -4 };

typedef unsigned short limb_t;

struct big {
    limb_t *limb;
    int length;                 /* limbs in use */
    int capacity;               /* limbs allocated */
    int sign;                   /* +1 or -1 */
};

/* ---- memory ---- */

static int big_init(struct big *x)
{
    x->limb = malloc(BIG_START * sizeof *x->limb);
    x->length = 0;
    x->capacity = x->limb != NULL ? BIG_START : 0;
    x->sign = 1;
    return x->limb != NULL ? BIG_OK : BIG_ENOMEM;
}

static void big_free(struct big *x)
{
    free(x->limb);
    x->limb = NULL;
    x->length = 0;
    x->capacity = 0;
}

/* Makes room for so many limbs. */
static int big_reserve(struct big *x, int limbs)
{
    limb_t *more;

    if (limbs > BIG_MAX)
        return BIG_ERANGE;
    if (limbs <= x->capacity)
        return BIG_OK;
    more = realloc(x->limb, (size_t)limbs * sizeof *more);
    if (more == NULL)
        return BIG_ENOMEM;
    x->limb = more;
    x->capacity = limbs;
    return BIG_OK;
}

static int big_copy(struct big *to, const struct big *from)
{
    int status;

    if (to == from)
        return BIG_OK;
    status = big_reserve(to, from->length);
    if (status != BIG_OK)
        return status;
    if (from->length > 0)
        memcpy(to->limb, from->limb, (size_t)from->length * sizeof *to->limb);
    to->length = from->length;
    to->sign = from->sign;
    return BIG_OK;
}

/* Gives the value of one number to another and leaves the first without limbs. */
static void big_move(struct big *to, struct big *from)
{
    assert(to != from);
    free(to->limb);
    *to = *from;
    from->limb = NULL;
    from->length = 0;
    from->capacity = 0;
}

/* Drops zeros at the top. */
static void big_trim(struct big *x)
{
    while (x->length > 0 && x->limb[x->length - 1] == 0)
        x->length--;
    if (x->length == 0)
        x->sign = 1;
}

/* ---- conversions ---- */

static int big_set_int(struct big *x, int value)
{
    long long rest = value;
    int status = big_reserve(x, 3);

    if (status != BIG_OK)
        return status;
    x->sign = rest < 0 ? -1 : 1;
    if (rest < 0)
        rest = -rest;
    x->length = 0;
    while (rest > 0) {
        x->limb[x->length++] = (limb_t)(rest % BASE);
        rest /= BASE;
    }
    return BIG_OK;
}

/* Reads an optional sign and decimal digits. */
static int big_set_text(struct big *x, const char *text)
{
    const char *digits = text;
    int sign = 1;
    int count, limbs, i, status;

    if (*digits == '-' || *digits == '+') {
        sign = *digits == '-' ? -1 : 1;
        digits++;
    }
    count = (int)strspn(digits, "0123456789");
    if (count == 0 || digits[count] != '\0')
        return BIG_ESYNTAX;
    limbs = (count + BASE_DIGITS - 1) / BASE_DIGITS;
    status = big_reserve(x, limbs);
    if (status != BIG_OK)
        return status;
    for (i = 0; i < limbs; i++) {
        int end = count - i * BASE_DIGITS;
        int at = end >= BASE_DIGITS ? end - BASE_DIGITS : 0;
        int value = 0;
        for (; at < end; at++)
            value = value * 10 + (digits[at] - '0');
        assert(value < BASE);
        x->limb[i] = (limb_t)value;
    }
    x->length = limbs;
    x->sign = sign;
    big_trim(x);
    return BIG_OK;
}

/* The number as text that the caller frees, or NULL. */
static char *big_to_text(const struct big *x)
{
    size_t size = (size_t)x->length * BASE_DIGITS + 1;
    char *text = malloc(size > 2 ? size : 2);
    char *at = text;
    int i;

    if (text == NULL)
        return NULL;
    if (x->length == 0) {
        strcpy(text, "0");
        return text;
    }
    if (x->sign < 0)
        *at++ = '-';
    for (i = x->length - 1; i >= 0; i--)
        at += sprintf(at, i == x->length - 1 ? "%u" : "%04u", (unsigned)x->limb[i]);
    return text;
}

static int big_to_int(const struct big *x, int *value)
{
    int result = 0;
    int i;

    if (x->length > 3)
        return BIG_ERANGE;
    for (i = x->length - 1; i >= 0; i--)
        result = result * BASE + x->limb[i];
    *value = x->sign * result;
    return BIG_OK;
}

/* How many decimal digits a number has. */
static int big_digits(const struct big *x)
{
    int digits = (x->length - 1) * BASE_DIGITS;
    int top = x->limb[x->length - 1];

    for (; top > 0; top /= 10)
        digits++;
    return digits > 0 ? digits : 1;
}

/* The remainder of the division by a small positive number, never negative. */
static int big_mod_small(const struct big *x, int divisor)
{
    long rest = 0;
    int i;

    assert(divisor > 0 && divisor < BASE);
    for (i = x->length - 1; i >= 0; i--)
        rest = (rest * BASE + x->limb[i]) % divisor;
    if (x->sign < 0 && rest != 0)
        rest = divisor - rest;
    return (int)rest;
}

/* ---- magnitudes ---- */

/* Compares magnitudes like strcmp. */
static int magnitude_compare(const struct big *a, const struct big *b)
{
    int i;

    if (a->length != b->length)
        return a->length < b->length ? -1 : 1;
    for (i = a->length - 1; i >= 0; i--)
        if (a->limb[i] != b->limb[i])
            return a->limb[i] < b->limb[i] ? -1 : 1;
    return 0;
}

/* r = |a| + |b|; the sign of r is not touched. */
static int magnitude_add(struct big *r, const struct big *a, const struct big *b)
{
    const struct big *longer = a->length >= b->length ? a : b;
    const struct big *shorter = longer == a ? b : a;
    const limb_t *top = longer->limb;
    int n = longer->length, m = shorter->length;
    int carry = 0;
    int i, status;

    status = big_reserve(r, n + 1);
    if (status != BIG_OK)
        return status;
    for (i = 0; i < n; i++) {
        int sum = top[i] + carry;
        if (i < m)
            sum += shorter->limb[i];
        carry = sum >= BASE;
        r->limb[i] = (limb_t)(carry ? sum - BASE : sum);
    }
    r->limb[n] = (limb_t)carry;
    r->length = n + 1;
    return BIG_OK;
}

/* r = |a| - |b| where |a| >= |b|; the sign of r is not touched. */
static int magnitude_subtract(struct big *r, const struct big *a, const struct big *b)
{
    int n = a->length, m = b->length;
    int borrow = 0;
    int i, status;

    assert(magnitude_compare(a, b) >= 0);
    status = big_reserve(r, n);
    if (status != BIG_OK)
        return status;
    for (i = 0; i < m; i++) {
        int difference = a->limb[i] - b->limb[i] - borrow;
        borrow = difference < 0;
        r->limb[i] = (limb_t)(borrow ? difference + BASE : difference);
    }
    for (; i < n; i++) {
        int difference = a->limb[i] - borrow;
        if (difference < 0)
            difference += BASE;
        else
            borrow = 0;
        r->limb[i] = (limb_t)difference;
        if (i > m)
            borrow = 0;
    }
    r->length = n;
    return BIG_OK;
}

/* ---- arithmetic ---- */

/* r = a + factor * b, where the factor is +1 or -1. */
static int big_combine(struct big *r, const struct big *a, const struct big *b, int factor)
{
    int sign = b->sign * factor;
    int status;

    if (a->sign == sign) {
        status = magnitude_add(r, a, b);
    } else if (magnitude_compare(a, b) >= 0) {
        sign = a->sign;
        status = magnitude_subtract(r, a, b);
    } else {
        status = magnitude_subtract(r, b, a);
    }
    if (status != BIG_OK)
        return status;
    r->sign = sign;
    big_trim(r);
    return BIG_OK;
}

static int big_add(struct big *r, const struct big *a, const struct big *b)
{
    return big_combine(r, a, b, 1);
}

static int big_subtract(struct big *r, const struct big *a, const struct big *b)
{
    return big_combine(r, a, b, -1);
}

static int big_multiply(struct big *r, const struct big *a, const struct big *b)
{
    struct big product;
    int i, j;
    int status = big_init(&product);

    if (status != BIG_OK)
        return status;
    status = big_reserve(&product, a->length + b->length);
    if (status != BIG_OK)
        goto fail;
    for (i = 0; i < a->length + b->length; i++)
        product.limb[i] = 0;
    for (i = 0; i < a->length; i++) {
        unsigned carry = 0;
        for (j = 0; j < b->length; j++) {
            unsigned t = (unsigned)a->limb[i] * b->limb[j] + product.limb[i + j] + carry;
            product.limb[i + j] = (limb_t)(t % BASE);
            carry = t / BASE;
        }
        product.limb[i + b->length] = (limb_t)carry;
    }
    product.length = a->length + b->length;
    product.sign = a->sign * b->sign;
    big_trim(&product);
    big_move(r, &product);
    return BIG_OK;

fail:
    big_free(&product);
    return status;
}

/* Multiplies by a power of the base. */
static int big_shift(struct big *x, int limbs)
{
    int status;

    if (x->length == 0 || limbs == 0)
        return BIG_OK;
    status = big_reserve(x, x->length + limbs);
    if (status != BIG_OK)
        return status;
    memmove(x->limb + limbs, x->limb, (size_t)x->length * sizeof *x->limb);
    memset(x->limb, 0, (size_t)limbs * sizeof *x->limb);
    x->length += limbs;
    return BIG_OK;
}

/* Divides an array of limbs in place by one limb; returns the remainder. */
static unsigned divide_by_limb(limb_t *limb, int length, unsigned divisor)
{
    unsigned rest = 0;
    int i;

    assert(divisor > 0);
    for (i = length - 1; i >= 0; i--) {
        unsigned t = rest * BASE + limb[i];
        limb[i] = (limb_t)(t / divisor);
        rest = t % divisor;
    }
    return rest;
}

/*
 * One digit of a long division: takes the multiple of v that fits best from the
 * n + 1 limbs of u and returns which it was.  v has n >= 2 limbs, and its top
 * limb is at least half the base, so that the estimate is at most 2 too high.
 */
static unsigned divide_step(limb_t *u, const limb_t *v, int n)
{
    unsigned t = u[n] * (unsigned)BASE + u[n - 1];
    unsigned guess = t / v[n - 1];
    unsigned rest = t % v[n - 1];
    unsigned carry = 0;
    int borrow = 0;
    int i;

    while (guess >= BASE || guess * v[n - 2] > rest * BASE + u[n - 2]) {
        guess--;
        rest += v[n - 1];
        if (rest >= BASE)
            break;
    }
    for (i = 0; i <= n; i++) {
        unsigned part = (i < n ? guess * v[i] : 0) + carry;
        int difference = (int)u[i] - (int)(part % BASE) - borrow;
        carry = part / BASE;
        borrow = difference < 0;
        u[i] = (limb_t)(borrow ? difference + BASE : difference);
    }
    if (borrow) {
        carry = 0;
        for (i = 0; i < n; i++) {
            unsigned sum = (unsigned)u[i] + v[i] + carry;
            carry = sum >= BASE;
            u[i] = (limb_t)(carry ? sum - BASE : sum);
        }
        u[n] = (limb_t)((u[n] + carry) % BASE);
    }
    return guess;
}

/* Quotient rounded towards zero, and remainder with the sign of the dividend. */
static int big_divide(struct big *quotient, struct big *remainder, const struct big *a, const struct big *b)
{
    limb_t *u = NULL;           /* the dividend, scaled; in the end the remainder */
    limb_t *v = NULL;           /* the divisor, scaled */
    struct big q;
    int n = b->length, m = a->length - b->length;
    int sign = a->sign;
    int i, status;
    unsigned scale, carry;

    assert(quotient != remainder);
    if (n == 0)
        return BIG_EZERO;
    status = big_init(&q);
    if (status != BIG_OK)
        return status;
    status = BIG_ENOMEM;
    u = malloc((size_t)(a->length + 1) * sizeof *u);
    v = malloc((size_t)n * sizeof *v);
    if (u == NULL || v == NULL)
        goto done;

    if (magnitude_compare(a, b) < 0) {
        status = big_copy(remainder, a);
        if (status == BIG_OK)
            big_move(quotient, &q);
        if (m == 0)
            free(v);
        goto done;
    }
    status = big_reserve(&q, m + 1);
    if (status != BIG_OK)
        goto done;
    status = big_reserve(remainder, n);
    if (status != BIG_OK)
        goto done;
    q.length = m + 1;
    q.sign = a->sign * b->sign;

    if (n == 1) {
        memcpy(q.limb, a->limb, (size_t)a->length * sizeof *q.limb);
        remainder->limb[0] = (limb_t)divide_by_limb(q.limb, q.length, b->limb[0]);
        remainder->length = 1;
    } else {
        scale = BASE / (b->limb[n - 1] + 1u);
        for (carry = 0, i = 0; i < a->length; i++) {
            carry += a->limb[i] * scale;
            u[i] = (limb_t)(carry % BASE);
            carry /= BASE;
        }
        u[a->length] = (limb_t)carry;
        for (carry = 0, i = 0; i < n; i++) {
            carry += b->limb[i] * scale;
            v[i] = (limb_t)(carry % BASE);
            carry /= BASE;
        }
        assert(carry == 0 && v[n - 1] >= BASE / 2);
        for (i = m; i >= 0; i--)
            q.limb[i] = (limb_t)divide_step(u + i, v, n);
        carry = divide_by_limb(u, n, scale);
        assert(carry == 0);
        memcpy(remainder->limb, u, (size_t)n * sizeof *u);
        remainder->length = n;
    }
    remainder->sign = sign;
    big_trim(remainder);
    big_trim(&q);
    big_move(quotient, &q);
    status = BIG_OK;

done:
    free(u);
    free(v);
    big_free(&q);
    return status;
}

/* r = a to the power e, by squaring. */
static int big_power(struct big *r, const struct big *a, int e)
{
    struct big base, result;
    int status;

    if (e < 0)
        return BIG_ERANGE;
    status = big_init(&base);
    if (status != BIG_OK)
        return status;
    if (e == 0)
        return big_set_int(r, 1);
    status = big_init(&result);
    if (status != BIG_OK)
        goto free_base;
    status = big_copy(&base, a);
    if (status == BIG_OK)
        status = big_set_int(&result, 1);
    while (status == BIG_OK && e > 0) {
        if (e & 1)
            status = big_multiply(&result, &result, &base);
        e >>= 1;
        if (status == BIG_OK && e > 0)
            status = big_multiply(&base, &base, &base);
    }
    if (status == BIG_OK)
        big_move(r, &result);
    big_free(&result);
free_base:
    big_free(&base);
    return status;
}

/* ---- harness: a calculator with four registers ---- */

#define REGISTERS 4
#define PRIME 9973

static int modulo_prime(long long value)
{
    value %= PRIME;
    return (int)(value < 0 ? value + PRIME : value);
}

/* A division is right if quotient * divisor + remainder is the dividend. */
static void check_division(const struct big *a, const struct big *b, const struct big *q, const struct big *r)
{
    struct big back;

    assert(magnitude_compare(r, b) < 0);
    if (big_init(&back) != BIG_OK)
        return;
    if (big_multiply(&back, q, b) == BIG_OK && big_add(&back, &back, r) == BIG_OK) {
        assert(magnitude_compare(&back, a) == 0);
        assert(back.sign == a->sign);
    }
    big_free(&back);
}

/* Text and back is the same number. */
static void check_text(const struct big *x)
{
    struct big back;
    char *text = big_to_text(x);

    if (text == NULL)
        return;
    if (big_init(&back) == BIG_OK && big_set_text(&back, text) == BIG_OK) {
        assert(magnitude_compare(&back, x) == 0 && back.sign == x->sign);
        if (x->sign > 0)
            assert((int)strlen(text) == big_digits(x));
    }
    big_free(&back);
    free(text);
}

static void divide_registers(struct big *d, const struct big *a, const struct big *b)
{
    struct big q, r;

    if (big_init(&q) != BIG_OK)
        return;
    if (big_init(&r) == BIG_OK && big_divide(&q, &r, a, b) == BIG_OK) {
        check_division(a, b, &q, &r);
        big_move(d, &q);
    }
    big_free(&q);
    big_free(&r);
}

enum operation { OP_LOAD, OP_TEXT, OP_ADD, OP_SUBTRACT, OP_MULTIPLY, OP_DIVIDE, OP_SHIFT, OP_POWER, OP_SHOW, OP_FIT, OP_COUNT };

int main(void)
{
    struct big reg[REGISTERS];
    char text[13];
    int operations = __VERIFIER_nondet_uchar() % 16;
    int i, n;

    for (i = 0; i < REGISTERS; i++) {
        if (big_init(&reg[i]) != BIG_OK) {
            while (i > 0)
                big_free(&reg[--i]);
            return 1;
        }
    }
    for (n = 0; n < operations; n++) {
        int code = __VERIFIER_nondet_uchar() % OP_COUNT;
        unsigned char which = __VERIFIER_nondet_uchar();
        struct big *d = &reg[which & 3];
        const struct big *a = &reg[which >> 2 & 3];
        const struct big *b = &reg[which >> 4 & 3];
        int ma = big_mod_small(a, PRIME), mb = big_mod_small(b, PRIME);
        int length, value;

        switch (code) {
        case OP_LOAD:
            value = __VERIFIER_nondet_int();
            if (big_set_int(d, value) == BIG_OK)
                assert(big_mod_small(d, PRIME) == modulo_prime(value));
            break;
        case OP_TEXT:
            length = which >> 4;
            if (length > 12)
                length = 12;
            for (i = 0; i < length; i++)
                text[i] = "0123456789-9"[__VERIFIER_nondet_uchar() % 12];
            text[length] = '\0';
            if (big_set_text(d, text) == BIG_OK)
                assert(d->length <= 3);
            break;
        case OP_ADD:
        case OP_SUBTRACT:
            value = code == OP_ADD ? 1 : -1;
            if ((value > 0 ? big_add : big_subtract)(d, a, b) == BIG_OK)
                assert(big_mod_small(d, PRIME) == modulo_prime(ma + (long long)value * mb));
            break;
        case OP_MULTIPLY:
            if (big_multiply(d, a, b) == BIG_OK)
                assert(big_mod_small(d, PRIME) == modulo_prime((long long)ma * mb));
            break;
        case OP_DIVIDE:
            divide_registers(d, a, b);
            break;
        case OP_SHIFT:
            if (big_shift(d, which >> 4 & 3) == BIG_OK)
                assert(d->length == 0 || d->limb[d->length - 1] != 0);
            break;
        case OP_POWER:
            big_power(d, a, which >> 5);
            break;
        case OP_SHOW:
            check_text(a);
            break;
        default:
            if (big_to_int(a, &value) == BIG_OK)
                assert(big_mod_small(a, PRIME) == modulo_prime(value));
            break;
        }
    }
    for (i = 0; i < REGISTERS; i++)
        big_free(&reg[i]);
    return 0;
}
