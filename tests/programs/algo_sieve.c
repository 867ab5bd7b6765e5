// Sieve of Eratosthenes as bytes and as bits, Goldbach sums, prime factorisation, modpow.
#include <stdio.h>
#include <string.h>
#include <stdint.h>

enum { LIMIT = 20000 };
static unsigned char composite[LIMIT + 1];
static uint32_t bits[LIMIT / 64 + 1];       /* odd numbers only */

static uint64_t modpow(uint64_t b, uint64_t e, uint64_t m)
{
    uint64_t r = 1;
    for (b %= m; e; e >>= 1, b = b * b % m)
        if (e & 1)
            r = r * b % m;
    return r;
}

static int miller_rabin(uint32_t n)
{
    static const uint32_t bases[] = { 2, 3, 5, 7 };
    if (n < 2 || n % 2 == 0)
        return n == 2;
    uint32_t d = n - 1;
    int s = 0;
    for (; d % 2 == 0; d /= 2)
        s++;
    for (int i = 0; i < 4; i++) {
        if (n == bases[i])
            return 1;
        uint64_t x = modpow(bases[i], d, n);
        int ok = x == 1 || x == n - 1;
        for (int r = 1; r < s && !ok; r++) {
            x = x * x % n;
            ok = x == n - 1;
        }
        if (!ok)
            return 0;
    }
    return 1;
}

int main(void)
{
    int primes = 0, odd = 1, mismatch = 0;
    unsigned long long sum = 0;
    memset(composite, 0, sizeof composite);
    for (int i = 2; i <= LIMIT; i++) {
        if (composite[i])
            continue;
        primes++;
        sum += (unsigned)i;
        for (int j = 2 * i; j <= LIMIT; j += i)
            composite[j] = 1;
    }
    for (int i = 3; i <= LIMIT; i += 2) {
        if (bits[i >> 6] >> (i >> 1 & 31) & 1)
            continue;
        odd++;
        for (int j = i * i; i <= 141 && j <= LIMIT; j += 2 * i)
            bits[j >> 6] |= 1u << (j >> 1 & 31);
    }
    printf("%d %d %llu\n", primes, odd, sum);
    for (uint32_t n = 2; n < LIMIT; n += 13)
        mismatch += miller_rabin(n) == composite[n];
    printf("%d %d %d\n", mismatch, miller_rabin(4294967291u), miller_rabin(3215031751u));
    for (uint64_t n = 600851475143, p = 2; n > 1; p++)
        for (; n % p == 0; n /= p)
            printf("%llu ", (unsigned long long)p);
    printf("%llu\n", (unsigned long long)modpow(3, 1000000, 1000000007));
    return primes % 100;
}
