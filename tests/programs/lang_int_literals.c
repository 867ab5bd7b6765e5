// Types and values of integer and character constants in all notations.
#include <stdio.h>

#define T(e) _Generic((e), int: "int", unsigned: "uint", long: "long", unsigned long: "ulong", \
    long long: "llong", unsigned long long: "ullong", char: "char", default: "?")

int main(void)
{
    printf("%s %s %s\n", T(2147483647), T(2147483648), T(4294967296));
    printf("%s %s %s\n", T(0x7fffffff), T(0x80000000), T(0x100000000));
    printf("%s %s %s\n", T(017777777777), T(020000000000), T(0xffffffffffffffff));
    printf("%s %s %s %s\n", T(1u), T(1l), T(1ul), T(1ull));
    printf("%s %s\n", T(4294967296u), T('a'));
    printf("%d %d %d %d\n", 0x1F, 037, 0b11111, 31);
    printf("%llu %lld\n", 18446744073709551615ULL, 0x7fffffffffffffffLL);
    printf("%d %d %d %d %d\n", '\n', '\t', '\\', '\'', '"');
    printf("%d %d %d %d\n", '\0', '\101', '\x41', '\e');
    printf("%d %d\n", '\377', '\x80');
    printf("%d %d %d %d %d %d\n", '\a', '\b', '\f', '\v', '\r', '\?');
    printf("%u %u\n", (unsigned)L'\x3b1', (unsigned)L'z');
    printf("%u %u\n", (unsigned)u'\u20ac', (unsigned)U'\U0001F600');
    printf("%zu %zu %zu %zu\n", sizeof 'a', sizeof L'a', sizeof u'a', sizeof U'a');
    printf("%d\n", 1 - -1 - - -1);
    printf("%d\n", -2147483647 - 1);
    printf("%lld\n", -2147483648LL);
    printf("%llx\n", 0xDEADBEEFCAFEBABEull);
    printf("%d\n", 0 == 00 && 0x0 == 0b0);
    return 0b1010 | 010;
}
