// Integer promotions and usual arithmetic conversions on narrow types.
#include <stdio.h>

#define TYPENAME(e) _Generic((e), char: "char", signed char: "schar", unsigned char: "uchar", \
    short: "short", unsigned short: "ushort", int: "int", unsigned: "uint", long: "long", \
    unsigned long: "ulong", long long: "llong", unsigned long long: "ullong", \
    float: "float", double: "double", default: "other")

int main(void)
{
    unsigned char uc = 200, uc2 = 100;
    signed char sc = -100;
    char c = 'x';
    short s = -30000;
    unsigned short us = 60000;
    unsigned u = 5;
    long l = -7;
    unsigned long ul = 9;
    long long ll = -1;

    printf("%s %s %s\n", TYPENAME(uc + uc2), TYPENAME(sc * c), TYPENAME(~us));
    printf("%s %s %s\n", TYPENAME(u + l), TYPENAME(u + s), TYPENAME(ul + ll));
    printf("%s %s %s\n", TYPENAME(+c), TYPENAME(s << 1L), TYPENAME(1 ? u : l));
    printf("%s %s %s\n", TYPENAME(uc + 1.0f), TYPENAME(ll + 1.0f), TYPENAME(1.0f * 1.0));

    printf("%d %d %d\n", uc + uc2, (unsigned char)(uc + uc2), (signed char)(uc + uc2));
    printf("%d %d\n", ~uc, (unsigned char)~uc);
    printf("%d %d\n", s - us, (short)(s - us));
    printf("%d %d\n", us + us, (unsigned short)(us + us));
    printf("%d\n", -uc);
    printf("%u\n", u + s);
    printf("%d %d %d\n", sc < uc, -1 < (int)u, -1 < (short)us);
    printf("%d %d\n", uc >> 3 << 3, (sc >> 2));
    printf("%ld\n", (long)(u + l));
    printf("%lld\n", (long long)(ll + u));
    printf("%d\n", !uc + !0);
    printf("%d\n", (sc == (unsigned char)sc) + 2 * (c == (char)c));
    printf("%zu %zu %zu\n", sizeof(uc + uc), sizeof(us), sizeof(c ? c : sc));
    return (unsigned char)(uc + uc2);
}
