// limits.h, stdint.h, stddef.h and inttypes.h macros and format specifiers.
#include <stdio.h>
#include <limits.h>
#include <stdint.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdbool.h>
#include <wchar.h>
#include <signal.h>

#define SZ(T) printf(#T " %zu\n", sizeof(T))

int main(void)
{
    printf("%d %d %d %d %d\n", CHAR_BIT, SCHAR_MIN, SCHAR_MAX, UCHAR_MAX, MB_LEN_MAX);
    printf("%d %d %d %d %d\n", CHAR_MIN, CHAR_MAX, SHRT_MIN, SHRT_MAX, USHRT_MAX);
    printf("%d %d %u\n", INT_MIN, INT_MAX, UINT_MAX);
    printf("%ld %ld %lu\n", LONG_MIN, LONG_MAX, ULONG_MAX);
    printf("%lld %lld %llu\n", LLONG_MIN, LLONG_MAX, ULLONG_MAX);
    printf("%" PRId8 " %" PRIu8 " %" PRId16 " %" PRIu16 "\n", (int8_t)INT8_MIN, (uint8_t)UINT8_MAX,
           (int16_t)INT16_MIN, (uint16_t)UINT16_MAX);
    printf("%" PRId32 " %" PRIu32 " %" PRIx32 "\n", INT32_MIN, UINT32_MAX, UINT32_C(0xABCDEF));
    printf("%" PRId64 " %" PRIu64 " %" PRIX64 " %" PRIo64 "\n", INT64_MIN, UINT64_MAX, UINT64_C(0xabcdef0123),
           UINT64_C(511));
    printf("%" PRIdMAX " %" PRIuMAX "\n", INTMAX_MAX, UINTMAX_MAX);
    printf("%" PRIiLEAST16 " %" PRIuFAST8 " %" PRIdFAST32 "\n", (int_least16_t)-3, (uint_fast8_t)250,
           (int_fast32_t)INT_FAST32_MAX);
    printf("%" PRIdPTR " %" PRIuPTR "\n", INTPTR_MIN, UINTPTR_MAX);
    printf("%td %td %zu\n", (ptrdiff_t)PTRDIFF_MIN, (ptrdiff_t)PTRDIFF_MAX, (size_t)SIZE_MAX);
    printf("%d %u %ld\n", (int)SIG_ATOMIC_MAX, (unsigned)WINT_MAX, (long)WCHAR_MAX);
    SZ(char); SZ(short); SZ(int); SZ(long); SZ(long long); SZ(float); SZ(double);
    SZ(void *); SZ(size_t); SZ(ptrdiff_t); SZ(wchar_t); SZ(bool); SZ(intmax_t); SZ(max_align_t);
    SZ(int_fast8_t); SZ(int_fast16_t); SZ(int_fast32_t); SZ(int_fast64_t); SZ(int_least8_t);
    SZ(void (*)(void)); SZ(wint_t); SZ(sig_atomic_t);
    imaxdiv_t d = imaxdiv(-17, 5);
    printf("%jd %jd %jd\n", d.quot, d.rem, imaxabs(-9));
    printf("%d %d %d\n", true, false, __bool_true_false_are_defined);
    return sizeof(long) * 10 + sizeof(max_align_t) % 10;
}
