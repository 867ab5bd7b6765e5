// printf integer conversions: flags, width, precision, star arguments, length modifiers.
#include <stdio.h>
#include <stdint.h>
#include <stddef.h>
#include <limits.h>

int main(void)
{
    static const int vals[] = { 0, 1, -1, 42, -12345, INT_MAX, INT_MIN };
    for (unsigned i = 0; i < sizeof vals / sizeof *vals; i++) {
        int v = vals[i];
        unsigned u = (unsigned)v;
        printf("[%d][%i][%5d][%-8d][%08d][%+d][% d][%.5d][%8.3d][%-+8.3d]\n", v, v, v, v, v, v, v, v, v, v);
        printf("[%u][%x][%X][%#x][%#X][%o][%#o][%010x][%#10x][%-#12x][%.10x][%#.4o]\n", u, u, u, u, u, u, u, u,
               u, u, u, u);
        printf("[%hhd][%hhu][%hd][%hu][%hhx][%hx]\n", (signed char)v, (unsigned char)v, (short)v, (unsigned short)v,
               (unsigned char)v, (unsigned short)v);
    }
    printf("[%ld][%lu][%lx][%lld][%llu][%llX]\n", LONG_MIN, ULONG_MAX, LONG_MAX, LLONG_MIN, ULLONG_MAX,
           ULLONG_MAX / 3);
    printf("[%zu][%zd][%td][%jd][%ju]\n", (size_t)123, (ptrdiff_t)-5, (ptrdiff_t)-77, INTMAX_MIN, UINTMAX_MAX);
    printf("[%*d][%-*d][%*d][%.*d][%*.*d][%.*d]\n", 6, 1, 6, 2, -6, 3, 4, 4, 9, 3, 5, -1, 6);
    printf("[%.0d][%.d][%5.0d][%.0x][%#.0o][%+.0d]\n", 0, 0, 0, 0u, 0u, 0);
    printf("[%+5d][%+-5d]|[% 5d][%05d][%+05d][%-5d]\n", 3, 3, 3, -3, 3, -3);
    printf("[%20lld][%-20llx]|[%020lld]\n", -123456789012LL, 0xabcdef0123ULL, -5LL);
    printf("[%'d][%3d][%30.25d]\n", 1234, 123456, 987);
    int n = printf("%d,%u\n", -100, 100u);
    printf("%d\n", n);
    return n;
}
