// 64-bit multiplication, division and remainder, signed and unsigned.
#include <stdio.h>
#include <stdint.h>

int main(void)
{
    static const int64_t s[] = {
        1, -1, 2, -3, 7, 10, -1000, 65536, 4294967295LL, 4294967296LL, -4294967297LL,
        1000000007LL, 123456789012345678LL, -987654321098765432LL, INT64_MAX, INT64_MIN + 1
    };
    enum { N = sizeof s / sizeof s[0] };
    uint64_t hash = 14695981039346656037ULL;

    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            int64_t q = s[i] / s[j], r = s[i] % s[j];
            uint64_t ua = (uint64_t)s[i], ub = (uint64_t)s[j];
            uint64_t uq = ua / ub, ur = ua % ub, p = ua * ub;
            hash = (hash ^ (uint64_t)q) * 1099511628211ULL;
            hash = (hash ^ (uint64_t)r) * 1099511628211ULL;
            hash = (hash ^ uq) * 1099511628211ULL;
            hash = (hash ^ ur) * 1099511628211ULL;
            hash = (hash ^ p) * 1099511628211ULL;
            if ((i * N + j) % 11 == 0)
                printf("%lld,%lld: %lld %lld %llu %llu %llx\n", (long long)s[i],
                       (long long)s[j], (long long)q, (long long)r,
                       (unsigned long long)uq, (unsigned long long)ur,
                       (unsigned long long)p);
        }
    }
    printf("hash %016llx\n", (unsigned long long)hash);

    uint64_t fact = 1;
    for (unsigned i = 1; i <= 25; i++) {
        fact *= i;
        printf("%u! mod 2^64 = %llu\n", i, (unsigned long long)fact);
    }
    int64_t x = INT64_MAX;
    while (x != 0) {
        printf("%lld ", (long long)(x % 1000));
        x /= 1000;
    }
    printf("\n");
    return (int)(hash >> 58);
}
